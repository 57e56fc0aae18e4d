import { expect, test } from 'vitest'
import { statusText } from '~/features/designs/status-text.ts'

test('an upload tells its way', () => {
  expect([0, 45, 90, 100].map(statusText)).toEqual([
    'Starting upload...',
    'Uploading... 45%',
    'Processing image...',
    'Complete!',
  ])
})
