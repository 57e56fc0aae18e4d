import { expect, test } from 'vitest'
import { checkFile } from '~/features/designs/check-file.ts'

const MB = 1024 * 1024

test('only PNG files of less than 10 MB become designs', () => {
  expect(checkFile({ type: 'image/png', size: 10 * MB - 1 })).toBeNull()
  expect(checkFile({ type: 'image/jpeg', size: 10 })).toBe('Only PNG files are allowed')
  expect(checkFile({ type: '', size: 10 })).toBe('Only PNG files are allowed')
  expect(checkFile({ type: 'image/png', size: 10 * MB + 1 })).toBe('File size must be less than 10MB')
})
