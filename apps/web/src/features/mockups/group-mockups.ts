import type { Grouping } from '@printroom/contract/groupings'
import type { MockupWire } from '@printroom/contract/wire'

export const UNGROUPED = 'Ungrouped Mockups'
/** By batch: those that were ordered by themselves. */
export const UNBATCHED = 'In no batch'

/** `start` mockups stand in the groups before; `size` belong to it, of which `mockups` are loaded. */
export type MockupGroup = { key: string; title: string; mockups: MockupWire[]; size: number; start: number }

/** `sunset-club-8412` → `sunset club`: without the digits that tell two designs of one name apart. */
export const groupTitle = (folderName: string): string => folderName.replace(/-\d+$/, '').replaceAll('-', ' ')

/** Which group of a list a mockup stands in: the server counts by the same word. */
export const groupKeyOf = ({ folder_name: folder, batch_id: batch }: MockupWire, by: Grouping): string =>
  (by === 'batch' ? batch : folder) ?? ''

/** How a list is grouped, and how many there are in all of each group; `titles` are the batches' names. */
export type Grouped = { by: Grouping; sizes: Record<string, number>; titles: Record<string, string> }

/** Mockups by folder or batch, newest first inside each; the group with the newest mockup comes first. */
export function groupMockups(
  mockups: readonly MockupWire[],
  { by = 'design', sizes = {}, titles = {} }: Partial<Grouped> = {},
): MockupGroup[] {
  const titleOf = (key: string): string =>
    by === 'batch' ? (titles[key] ?? UNBATCHED) : key ? groupTitle(key) : UNGROUPED
  const groups = new Map<string, MockupGroup>()
  for (const mockup of [...mockups].sort(byNewest)) {
    const key = groupKeyOf(mockup, by)
    const group = groups.get(key)
    if (group) group.mockups.push(mockup)
    else groups.set(key, { key, title: titleOf(key), mockups: [mockup], size: 0, start: 0 })
  }
  let start = 0
  for (const group of groups.values()) {
    group.start = start
    group.size = sizes[group.key] ?? group.mockups.length
    start += group.mockups.length
  }
  return [...groups.values()]
}

const byNewest = (a: MockupWire, b: MockupWire): number => Date.parse(b.created_at) - Date.parse(a.created_at)
