import { expect, test } from 'vitest'
import { UNBATCHED, UNGROUPED, groupMockups, groupTitle } from '~/features/mockups/group-mockups.ts'
import { mockupOf } from '~/lib/mockup.fixture.ts'

test('a title loses its trailing digits and its hyphens', () => {
  expect(groupTitle('sunset-club-84123')).toBe('sunset club')
  expect(groupTitle('route-66-sign-7')).toBe('route 66 sign')
  expect(groupTitle('plain')).toBe('plain')
})

test('groups are sorted by their newest member, members newest first', () => {
  const groups = groupMockups([
    mockupOf({ id: 'old', folder_name: 'a-1', created_at: '2026-01-01T00:00:00Z' }),
    mockupOf({ id: 'middle', folder_name: 'b-2', created_at: '2026-01-02T00:00:00Z' }),
    mockupOf({ id: 'new', folder_name: 'a-1', created_at: '2026-01-03T00:00:00Z' }),
  ])
  expect(groups.map(({ title, mockups }) => [title, mockups.map(({ id }) => id)])).toEqual([
    ['a', ['new', 'old']],
    ['b', ['middle']],
  ])
})

test('a group knows how many it holds, also where not all are loaded', () => {
  const groups = groupMockups(
    [mockupOf({ id: 'x', folder_name: 'sun-1' }), mockupOf({ id: 'y', folder_name: 'sea-2' })],
    { sizes: { 'sun-1': 120 } },
  )
  expect(groups.map(({ size }) => size)).toEqual([120, 1])
})

test('two designs of one name keep their own groups', () => {
  const groups = groupMockups([
    mockupOf({ id: 'x', folder_name: 'sun-1' }),
    mockupOf({ id: 'y', folder_name: 'sun-2' }),
  ])
  expect(groups).toHaveLength(2)
  expect(new Set(groups.map(({ title }) => title))).toEqual(new Set(['sun']))
})

test('a mockup without a folder stands with the ungrouped ones', () => {
  expect(groupMockups([mockupOf({ folder_name: '' })])[0]?.title).toBe(UNGROUPED)
  expect(UNGROUPED).toBe('Ungrouped Mockups')
})

test('by batch a group is named as its batch, and those of none stand together', () => {
  const groups = groupMockups(
    [
      mockupOf({ id: 'a', batch_id: 'b1', folder_name: 'sun-1' }),
      mockupOf({ id: 'b', batch_id: 'b1', folder_name: 'sea-2' }),
      mockupOf({ id: 'c', folder_name: 'sun-1', created_at: '2025-01-01T00:00:00.000Z' }),
    ],
    { by: 'batch', titles: { b1: 'Autumn' }, sizes: { b1: 40 } },
  )
  expect(groups.map(({ title, size }) => [title, size])).toEqual([
    ['Autumn', 40],
    [UNBATCHED, 1],
  ])
})
