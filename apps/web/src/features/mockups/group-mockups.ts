import type { MockupWire } from '@printroom/contract/wire'

export const UNGROUPED = 'Ungrouped Mockups'

/** `start` mockups stand in the groups before. */
export type MockupGroup = { key: string; title: string; mockups: MockupWire[]; start: number }

/** `sunset-club-8412` → `sunset club`: without the digits that tell two designs of one name apart. */
export const groupTitle = (folderName: string): string => folderName.replace(/-\d+$/, '').replaceAll('-', ' ')

/** Mockups by folder, newest first inside each; the group with the newest mockup comes first. */
export function groupMockups(mockups: readonly MockupWire[]): MockupGroup[] {
  const groups = new Map<string, MockupGroup>()
  for (const mockup of [...mockups].sort(byNewest)) {
    const key = mockup.folder_name || ''
    const group = groups.get(key)
    if (group) group.mockups.push(mockup)
    else groups.set(key, { key, title: key ? groupTitle(key) : UNGROUPED, mockups: [mockup], start: 0 })
  }
  let start = 0
  for (const group of groups.values()) {
    group.start = start
    start += group.mockups.length
  }
  return [...groups.values()]
}

const byNewest = (a: MockupWire, b: MockupWire): number => Date.parse(b.created_at) - Date.parse(a.created_at)
