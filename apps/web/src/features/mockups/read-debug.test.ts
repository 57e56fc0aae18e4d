import { expect, test } from 'vitest'
import { readDebug } from '~/features/mockups/read-debug.ts'

test('shows what was recorded', () => {
  const debug = readDebug(
    JSON.stringify({
      timestamp: '2026-01-01T00:00:00Z',
      designInfo: { id: 'd1', filename: 'sun.png', fileSize: 123 },
      mockupData: { product: 'mug' },
      prompt: 'A mug',
    }),
  )
  expect(debug?.facts).toContainEqual(['Design', 'sun.png'])
  expect(debug?.prompt).toBe('A mug')
  expect(debug?.data).toContain('"product": "mug"')
})

test('what cannot be parsed is told apart from what is merely incomplete', () => {
  expect(readDebug('{broken')).toBeNull()
  expect(readDebug('"a text"')).toBeNull()
  expect(readDebug(null)).toBeNull()
  expect(readDebug('{}')?.prompt).toBe('not recorded')
})
