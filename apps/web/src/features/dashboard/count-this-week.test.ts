import { expect, test } from 'vitest'
import { countThisWeek } from '~/features/dashboard/count-this-week.ts'

test('the week is the last seven days', () => {
  const now = Date.parse('2026-05-08T12:00:00Z')
  const made = ['2026-05-08T11:00:00Z', '2026-05-01T12:00:00Z', '2026-05-01T11:59:59Z'].map((created_at) => ({ created_at }))
  expect(countThisWeek(made, now)).toBe(2)
})
