import type { Heif } from '@printroom/contract/files/heif'

/** What leads to the picture, and the properties that pixels and colours depend on. */
const TOP = new Set(['ftyp', 'meta', 'mdat'])
const BOXES = new Set(['hdlr', 'pitm', 'iinf', 'iloc', 'iref', 'iprp', 'idat', 'dinf'])
const PROPERTIES = new Set(['ispe', 'hvcC', 'colr', 'irot', 'imir', 'clap', 'pixi', 'pasp'])
const FREE = Buffer.from('free', 'latin1')

/**
 * The file with zeros for every byte that the picture is not made of (Exif, XMP, thumbnails, depth, whatever another part of
 * the file holds), and without what hangs behind its last box. Boxes and properties that it does not need are `free` ones.
 */
export function strippedHeif(bytes: Buffer, { top, data, boxes, properties }: Heif): Buffer {
  const out = Buffer.alloc(Math.max(...top.map(({ end }) => end)))
  const keep = (from: number, to: number) => bytes.copy(out, from, from, to)
  for (const { type, start, body, end } of top) keep(start, ['ftyp', 'meta'].includes(type) ? end : body)
  for (const { type, body, end } of boxes) if (type === 'idat') out.fill(0, body, end)
  for (const { start, end } of data) keep(start, end)
  const freed = [
    ...top.filter(({ type }) => !TOP.has(type)),
    ...boxes.filter(({ type }) => !BOXES.has(type)),
    ...properties.filter(({ type }) => !PROPERTIES.has(type)),
  ]
  for (const { start, body, end } of freed) {
    FREE.copy(out, start + 4)
    if (!data.some((part) => part.start < end && part.end > body)) out.fill(0, body, end)
  }
  return out
}
