/*
 * HEIF by its own parts (ISO/IEC 23008-12 and 14496-12): what whoever takes a photograph in needs to know of it before
 * anything is decoded, and where in the file the picture lies.
 */

const BRANDS = /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/

/** Whether a file begins as HEIF does, whatever its pictures are coded as. */
export const isHeif = (bytes: Uint8Array): boolean => BRANDS.test(textAt(bytes, 4, 8))

export type Box = { type: string; start: number; body: number; end: number }

/** The still picture of a HEIF file. */
export type Heif = {
  /** Pixels of the picture, and what is decoded for it where that is more: tiles that lie on one another, or run over its edge. */
  width: number
  height: number
  decoded: number
  /** Its profile, or the number of its primaries (ITU-T H.273, table 2: 12 is Display P3); neither where the file is silent. */
  icc: Uint8Array | null
  primaries: number | null
  /** Bytes of the file that the picture is made of, from `start` to before `end`. */
  data: { start: number; end: number }[]
  /** The file's own boxes, those of `meta`, and the properties within it. */
  top: Box[]
  boxes: Box[]
  properties: Box[]
}

/** Why there is no picture to be had, though the file is whole: no still one, or none in HEVC. */
export type NoHeif = 'sequence' | 'other-codec'

/** Items of a picture that are followed to what they are made of; more is no photograph. */
const MOST_ITEMS = 4096

/** @throws RangeError where the file is cut short or says what cannot be */
export function readHeif(bytes: Uint8Array): Heif | NoHeif {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const top = wholeBoxesIn(view)
  const meta = top.find(({ type }) => type === 'meta')
  if (!meta && top.some(({ type }) => type === 'moov')) return 'sequence'
  if (!meta) throw new RangeError('no meta')
  const boxes = boxesIn(view, meta.body + 4, meta.end)
  const box = (type: string): Box => {
    const found = boxes.find((each) => each.type === type)
    if (!found) throw new RangeError(`no ${type}`)
    return found
  }
  const { body: pitm } = box('pitm')
  const primary = view.getUint8(pitm) === 0 ? view.getUint16(pitm + 4) : view.getUint32(pitm + 4)
  const types = itemTypes(view, box('iinf'))
  const refs = boxes.find(({ type }) => type === 'iref')
  const items = madeOf(primary, refs ? derivations(view, refs) : new Map<number, number[]>())
  const coded = items.filter((id) => types.get(id) === 'hvc1')
  if (coded.length === 0 || items.some((id) => !['hvc1', 'grid', 'iden'].includes(types.get(id) ?? '')))
    return 'other-codec'
  const within = boxesIn(view, box('iprp').body, box('iprp').end)
  const ipco = within.find(({ type }) => type === 'ipco')
  if (!ipco) throw new RangeError('no ipco')
  const properties = boxesIn(view, ipco.body, ipco.end)
  const owned = ownedBy(view, within, properties)
  const sizeOf = (id: number): [number, number] => {
    const ispe = owned(id).find(({ type }) => type === 'ispe')
    if (!ispe) throw new RangeError(`item ${id} has no size`)
    return [view.getUint32(ispe.body + 4), view.getUint32(ispe.body + 8)]
  }
  const areaOf = (id: number) => sizeOf(id)[0] * sizeOf(id)[1]
  const [width, height] = sizeOf(primary)
  const colours = [primary, ...coded].flatMap(owned).filter(({ type }) => type === 'colr')
  const icc = colours.find(({ body }) => ['prof', 'rICC'].includes(textAt(bytes, body, 4)))
  const nclx = colours.find(({ body }) => textAt(bytes, body, 4) === 'nclx')
  return {
    width,
    height,
    decoded: Math.max(
      coded.reduce((sum, id) => sum + areaOf(id), 0),
      ...items.map(areaOf),
    ),
    icc: icc ? bytes.subarray(icc.body + 4, icc.end) : null,
    primaries: nclx ? view.getUint16(nclx.body + 4) : null,
    data: placesOf(
      view,
      box('iloc'),
      boxes.find(({ type }) => type === 'idat'),
      new Set(items),
    ),
    top,
    boxes,
    properties,
  }
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

/** The file's own boxes, up to what is none: phones hang parts of their own behind the last. */
function wholeBoxesIn(view: DataView): Box[] {
  const boxes: Box[] = []
  for (const box of boxesOf(view, 0, view.byteLength)) {
    if (box.end > view.byteLength) break
    boxes.push(box)
  }
  return boxes
}

function boxesIn(view: DataView, from: number, to: number): Box[] {
  const boxes = [...boxesOf(view, from, to)]
  const cut = boxes.find(({ end }) => end > to)
  if (cut) throw new RangeError(`${cut.type} is cut short`)
  return boxes
}

function* boxesOf(view: DataView, from: number, to: number): Generator<Box> {
  for (let start = from; start + 8 <= to;) {
    const short = view.getUint32(start)
    const type = String.fromCharCode(...[4, 5, 6, 7].map((at) => view.getUint8(start + at)))
    const size = short === 1 ? Number(view.getBigUint64(start + 8)) : short === 0 ? to - start : short
    const body = start + (short === 1 ? 16 : 8)
    const end = start + size
    if (end < body) throw new RangeError(`${type} is shorter than its head`)
    yield { type, start, body, end }
    start = end
  }
}

function itemTypes(view: DataView, { body, end }: Box): Map<number, string> {
  const entries = boxesIn(view, body + (view.getUint8(body) === 0 ? 6 : 8), end)
  return new Map(
    entries.map(({ body: at }) => {
      const isLong = view.getUint8(at) > 2
      const id = isLong ? view.getUint32(at + 4) : view.getUint16(at + 4)
      const type = at + (isLong ? 10 : 8)
      return [id, String.fromCharCode(...[0, 1, 2, 3].map((letter) => view.getUint8(type + letter)))]
    }),
  )
}

/** Which items each item is made of, a name as often as it is used. */
function derivations(view: DataView, { body, end }: Box): Map<number, number[]> {
  const isLong = view.getUint8(body) > 0
  const idAt = (at: number) => (isLong ? view.getUint32(at) : view.getUint16(at))
  const size = isLong ? 4 : 2
  const refs = boxesIn(view, body + 4, end).filter(({ type }) => type === 'dimg')
  return new Map(
    refs.map(({ body: at }) => {
      const count = view.getUint16(at + size)
      return [idAt(at), Array.from({ length: count }, (_, i) => idAt(at + size + 2 + i * size))]
    }),
  )
}

/** An item and everything that it is made of; what is used twice is decoded twice, and stands here twice. */
function madeOf(primary: number, refs: ReadonlyMap<number, number[]>): number[] {
  const items = [primary]
  for (const id of items) {
    items.push(...(refs.get(id) ?? []))
    if (items.length > MOST_ITEMS) throw new RangeError('too many parts')
  }
  return items
}

function ownedBy(view: DataView, within: readonly Box[], properties: readonly Box[]): (id: number) => Box[] {
  const owned = new Map<number, Box[]>()
  for (const { body } of within.filter(({ type }) => type === 'ipma')) {
    const [isLongId, isLongIndex] = [view.getUint8(body) > 0, (view.getUint8(body + 3) & 1) === 1]
    const count = view.getUint32(body + 4)
    for (let entry = 0, at = body + 8; entry < count; entry++) {
      const id = isLongId ? view.getUint32(at) : view.getUint16(at)
      at += isLongId ? 4 : 2
      const boxes: Box[] = []
      for (let left = view.getUint8(at++); left > 0; left--, at += isLongIndex ? 2 : 1) {
        const index = isLongIndex ? view.getUint16(at) & 0x7fff : view.getUint8(at) & 0x7f
        const property = properties[index - 1]
        if (property) boxes.push(property)
      }
      owned.set(id, boxes)
    }
  }
  return (id) => owned.get(id) ?? []
}

/** Where the data of items lies. @throws RangeError where it lies elsewhere than in the file, or beyond its end */
function placesOf(view: DataView, iloc: Box, idat: Box | undefined, items: ReadonlySet<number>): Heif['data'] {
  const version = view.getUint8(iloc.body)
  const sizes = view.getUint16(iloc.body + 4)
  const [offset, length, base, index] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 15) as [
    number,
    number,
    number,
    number,
  ]
  let at = iloc.body + 6
  const next = (size: number): number => {
    at += size
    if (size === 0) return 0
    if (size === 2) return view.getUint16(at - 2)
    return size === 4 ? view.getUint32(at - 4) : Number(view.getBigUint64(at - 8))
  }
  const places: Heif['data'] = []
  for (let count = next(version < 2 ? 2 : 4); count > 0; count--) {
    const isOurs = items.has(next(version < 2 ? 2 : 4))
    const method = version > 0 ? next(2) & 15 : 0
    if (next(2) !== 0 || method > 1) throw new RangeError('a part lies in another file or item')
    const from = next(base) + (method === 1 ? (idat?.body ?? NaN) : 0)
    for (let extents = next(2); extents > 0; extents--) {
      if (version > 0) next(index)
      const start = from + next(offset)
      const end = start + next(length)
      if (isOurs && !(end <= view.byteLength)) throw new RangeError('a part is cut short')
      if (isOurs) places.push({ start, end })
    }
  }
  return places
}
