import type { PsdHeader } from '@printroom/contract/files/psd'

/*
 * A PSD says much besides its pixels: in its image resources, in what its layers note of themselves, and in the files that smart
 * objects embed, which are photographs with a place and a camera of their own. Kept is what a scene is made of.
 */

const HEADER_BYTES = 26
const TAGS = new Set(['8BIM', '8B64'])
/** A tag's signature, key and length, and bytes by which some writers fill it up. */
const TAG_BYTES = 12
const MOST_FILLED = 3

/**
 * What a layer's place, look and kind are told by: name, group, smart object, outlines and fills, opacities and what is left out but
 * named in the report (styles, adjustments).
 */
const KEPT = new Set(
  [
    'luni lsct lsdk SoLd SoLE PlLd vmsk vsms vscg vstk SoCo GdFl PtFl iOpa clbl infx knko tsly lmgm vmgm',
    'lfx2 lrFX lmfx brit levl curv expA vibA hue2 blnc blwh phfl mixr clrL nvrt post thrs grdm selc CgEd',
  ]
    .join(' ')
    .split(' ')
    .concat('hue '),
)

/**
 * The document's header, its colour profile and its layers with their pixels; nothing that is embedded, no picture of the whole, and
 * not what hangs behind. @throws RangeError where it is cut short or its lengths do not meet
 */
export function strippedPsd(bytes: Buffer, { layersAt, profile }: PsdHeader): Buffer {
  const head = bytes.subarray(0, HEADER_BYTES)
  const resources = profile ? bytes.subarray(profile.start, profile.end) : Buffer.alloc(0)
  return Buffer.concat([head, sized([]), sized([resources]), sized([sized(layersOf(bytes, layersAt + 4)), sized([])])])
}

const sized = (parts: readonly Buffer[]): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(parts.reduce((sum, part) => sum + part.length, 0))
  return Buffer.concat([length, ...parts])
}

/** Layers' records and pixels, filled up to an even length. */
function layersOf(bytes: Buffer, from: number): Buffer[] {
  const end = endOf(bytes, from)
  if (end === from + 4) return []
  const parts = [bytes.subarray(from + 4, from + 6)]
  let at = from + 6
  let pixels = 0
  // A negative count says that the first of the channels is what is transparent.
  for (let layer = Math.abs(bytes.readInt16BE(from + 4)); layer > 0; layer--) {
    const channels = at + 18
    const blending = channels + 6 * bytes.readUInt16BE(at + 16)
    for (let channel = channels; channel < blending; channel += 6) pixels += bytes.readUInt32BE(channel + 2)
    const extra = blending + 12
    parts.push(bytes.subarray(at, extra), sized(notesOf(bytes, extra + 4, endOf(bytes, extra))))
    at = endOf(bytes, extra)
  }
  if (at + pixels > end) throw new RangeError('the pixels are cut short')
  parts.push(bytes.subarray(at, at + pixels))
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return [...parts, Buffer.alloc(length % 2)]
}

/** A layer's mask, blending ranges and name, and of its tags what is kept. */
function notesOf(bytes: Buffer, from: number, to: number): Buffer[] {
  const ranges = endOf(bytes, from)
  const name = endOf(bytes, ranges)
  const tags = name + 4 * Math.ceil((1 + bytes.readUInt8(name)) / 4)
  if (tags > to) throw new RangeError('a layer is cut short')
  const kept = [bytes.subarray(from, tags)]
  for (let at = tags; at + TAG_BYTES <= to;) {
    const next = [...Array(MOST_FILLED + 1).keys()].map((more) => at + more).find((place) => isTag(bytes, place))
    if (next === undefined) throw new RangeError('a layer’s notes do not meet')
    const end = endOf(bytes, next + 8)
    if (end > to) throw new RangeError('a layer’s note is cut short')
    if (KEPT.has(bytes.toString('latin1', next + 4, next + 8)))
      kept.push(
        bytes.subarray(next, next + 8),
        sized([bytes.subarray(next + TAG_BYTES, end), Buffer.alloc((end - next) % 2)]),
      )
    at = end
  }
  return kept
}

const isTag = (bytes: Buffer, at: number): boolean => TAGS.has(bytes.toString('latin1', at, at + 4))

/** Behind a length of four bytes and what it counts. */
function endOf(bytes: Buffer, at: number): number {
  const end = at + 4 + bytes.readUInt32BE(at)
  if (end > bytes.length) throw new RangeError('a part is cut short')
  return end
}
