import { type Sheet, allSheets } from '../print/sheet.ts'
import { type Marker, countForeign, countMirrored } from './markers.ts'
import type { Photo, Refusal } from './read-photo.ts'

/** Fewer markers say nothing: of the sheet's, and at all. */
const LEAST_SHARE = 0.25
const LEAST = 10
/** Markers that are there twice before it is two sheets: one may be a pattern of the cloth's. */
const DOUBLES = 3
/** So many read in a mirrored or foreign sheet are no accident. */
const CERTAIN = 6
/** Of the lengths of markers' sides, the twentieth longest over the twentieth shortest; of a marker, its longer side over its shorter. */
const MOST_UNEVEN = 2.6
const MOST_SLANTED = 2.1

/** Why nothing can be measured from what was found, or null. `sheet` is the one that was asked for. */
export async function judgeMarkers(photo: Photo, sheet: Sheet, markers: readonly Marker[]): Promise<Refusal | null> {
  const own = markers.filter(({ id }) => isOf(sheet, id))
  if (own.length < LEAST) {
    const other = otherSheet(sheet, markers)
    if (other)
      return {
        code: 'other-sheet',
        sentence: `This is the sheet of ${other.width} × ${other.height} inches. Choose its product, or print the sheet of ${sheet.width} × ${sheet.height} inches.`,
      }
    if ((await countMirrored(photo)) >= CERTAIN)
      return {
        code: 'mirrored',
        sentence: 'The photograph is mirrored. Use the original, not a selfie preview, and print the sheet unmirrored.',
      }
    if ((await countForeign(photo)) >= CERTAIN)
      return {
        code: 'other-version',
        sentence: 'This sheet is of another version. Download the calibration print again and use that.',
      }
    if (own.length === 0)
      return {
        code: 'no-markers',
        sentence: 'No calibration print is seen. Photograph the garment that bears it, in focus and in good light.',
      }
  }
  if (doublesOf(own) >= DOUBLES || otherSheet(sheet, markers))
    return { code: 'two-sheets', sentence: 'Two calibration prints are seen. Photograph one garment by itself.' }
  if (own.length < Math.max(LEAST, LEAST_SHARE * sheet.markers))
    return {
      code: 'too-few-markers',
      sentence: `Only ${own.length} of ${sheet.markers} markers can be read. Come closer, hold still, and let nothing cover the print.`,
    }
  return perspective(own)
}

/** Whether a marker's id is one of a sheet's. */
export const isOf = ({ firstId, markers }: Sheet, id: number): boolean => id >= firstId && id < firstId + markers

function otherSheet(sheet: Sheet, markers: readonly Marker[]): Sheet | undefined {
  return allSheets().find(
    (other) => other.firstId !== sheet.firstId && markers.filter(({ id }) => isOf(other, id)).length >= CERTAIN,
  )
}

function doublesOf(markers: readonly Marker[]): number {
  return markers.length - new Set(markers.map(({ id }) => id)).size
}

function perspective(markers: readonly Marker[]): Refusal | null {
  const sides = markers.map(({ corners }) => {
    const length = (i: number) => {
      const next = (i + 1) % 4
      return Math.hypot(corners[2 * next]! - corners[2 * i]!, corners[2 * next + 1]! - corners[2 * i + 1]!)
    }
    return { across: (length(0) + length(2)) / 2, down: (length(1) + length(3)) / 2 }
  })
  const at = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.floor(share * values.length)]!
  const sizes = sides.map(({ across, down }) => Math.max(across, down))
  const slant = at(
    sides.map(({ across, down }) => Math.max(across / down, down / across)),
    0.5,
  )
  if (at(sizes, 0.95) < MOST_UNEVEN * at(sizes, 0.05) && slant < MOST_SLANTED) return null
  return {
    code: 'perspective',
    sentence: 'The print is seen too much from the side. Hold the camera straight before it, some steps away.',
  }
}
