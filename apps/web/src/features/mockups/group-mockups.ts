import type { MockupWire } from '@printroom/contract/wire'

export const UNGROUPED = 'Ungrouped Mockups'

/** `start` mockups stand in the groups before; `size` belong to it, of which `mockups` are loaded. */
export type MockupGroup = { key: string; title: string; mockups: MockupWire[]; size: number; start: number }

/** `sunset-club-8412` → `sunset club`: without the digits that tell two designs of one name apart. */
export const groupTitle = (folderName: string): string => folderName.replace(/-\d+$/, '').replaceAll('-', ' ')

/** Mockups by folder, newest first inside each; the group with the newest mockup comes first. `sizes`: how many there are in all of each folder. */
export function groupMockups(mockups: readonly MockupWire[], sizes: Record<string, number> = {}): MockupGroup[] {
  const groups = new Map<string, MockupGroup>()
  for (const mockup of [...mockups].sort(byNewest)) {
    const key = mockup.folder_name || ''
    const group = groups.get(key)
    if (group) group.mockups.push(mockup)
    else groups.set(key, { key, title: key ? groupTitle(key) : UNGROUPED, mockups: [mockup], size: 0, start: 0 })
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
