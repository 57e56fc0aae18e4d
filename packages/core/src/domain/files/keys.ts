/** The names in storage of what a row keeps there. */
type Stored = {
  fileKey: string | null
  thumbnailKey?: string | null
  cardKey?: string | null
  printKey?: string | null
  photoKey?: string | null
  previewKeys?: string[]
  mendKeys?: string[]
  maskKey?: string | null
  nextMaskKey?: string | null
}

export const ZIP = 'application/zip'
export const BINARY = 'application/octet-stream'

const TYPES: Record<string, string> = { zip: ZIP, bin: BINARY, png: 'image/png', webp: 'image/webp' }
const typeOf = (key: string): string => TYPES[key.split('.').at(-1) ?? ''] ?? BINARY
const PHOTOGRAPHS: Record<string, string> = { png: 'image/png', heic: 'image/heic', psd: 'image/vnd.adobe.photoshop' }
const photographType = (key: string | null | undefined) => PHOTOGRAPHS[key?.split('.').at(-1) ?? ''] ?? 'image/jpeg'

export type StoredFile = { key: string; type: string }

/** Every file of a row, with its type; `type` is that of its first. */
export function filesOf(
  { fileKey, thumbnailKey, cardKey, printKey, photoKey, previewKeys, mendKeys, maskKey, nextMaskKey }: Stored,
  type: string,
): StoredFile[] {
  const files = [
    { key: fileKey, type },
    { key: printKey, type: 'image/png' },
    { key: thumbnailKey, type: 'image/webp' },
    { key: cardKey, type: 'image/webp' },
    { key: photoKey, type: photographType(photoKey) },
    ...[...(previewKeys ?? []), ...(mendKeys ?? [])].map((key) => ({ key, type: typeOf(key) })),
    { key: maskKey, type: 'image/png' },
    { key: nextMaskKey, type: 'image/png' },
  ]
  return files.flatMap(({ key, type }) => (key ? [{ key, type }] : []))
}

/** The keys in storage of a row's files: the picture itself, then its thumbnails as far as it has them. */
export const keysOf = (row: Stored): string[] => filesOf(row, '').map(({ key }) => key)
