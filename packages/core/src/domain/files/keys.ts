/** The names in storage of what a row keeps there. */
type Stored = { fileKey: string | null; thumbnailKey?: string; cardKey?: string | null; printKey?: string | null }

export type StoredFile = { key: string; type: string }

/** Every file of a row, with its type; `type` is that of its first. */
export function filesOf({ fileKey, thumbnailKey, cardKey, printKey }: Stored, type: string): StoredFile[] {
  const files = [
    { key: fileKey, type },
    { key: printKey, type: 'image/png' },
    { key: thumbnailKey, type: 'image/webp' },
    { key: cardKey, type: 'image/webp' },
  ]
  return files.flatMap(({ key, type }) => (key ? [{ key, type }] : []))
}

/** The keys in storage of a row's files: the picture itself, then its thumbnails as far as it has them. */
export const keysOf = (row: Stored): string[] => filesOf(row, '').map(({ key }) => key)
