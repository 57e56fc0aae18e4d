import sharp from 'sharp'
import type { Backdrop, Plate } from '@printroom/studio/plate/plate'
import { findGarment } from './garment/find-garment.ts'
import { readMask } from './garment/read-mask.ts'
import { type Correspondence, findCorners, pixelsPerInchOf } from './find/corners.ts'
import { isOf, judgeMarkers } from './find/judge-markers.ts'
import { findMarkers } from './find/markers.ts'
import { loadOpenCv } from './find/opencv.ts'
import { type Photo, type Refusal, readPhoto } from './find/read-photo.ts'
import { blurOf } from './find/sharpness.ts'
import { type MeasuredLight, measureLight } from './light/measure-light.ts'
import { screenRipple } from './light/screen-ripple.ts'
import { labelsOf } from './light/sheet-labels.ts'
import { type MapErrors, type SheetMap, errorsOf, measureMap } from './map/measure-map.ts'
import { type Crop, type RasterMap, rasterMap } from './map/raster-map.ts'
import { pixelAt } from './map/surface.ts'
import { photoPlate } from './plate/photo-plate.ts'
import type { Target } from './plate/target.ts'
import { type Report, reportOf } from './report.ts'

/** Side of a plate in pixels; a smaller photograph makes a smaller one. */
const PLATE_SIDE = 2048

/** What was made of a photograph, or why nothing was. `measured` holds the parts, for tests. */
export type Measurement =
  | { ok: true; plate: Plate; backdrop: Backdrop; report: Report; measured: Measured }
  | { ok: false; refusal: Refusal }

/**
 * `mask`: a picture of which share of the upright photograph is garment (white; black is ground), in place of the found one.
 * `onStage` is told what begins after the markers were found.
 */
export type MeasureOptions = { mask?: Uint8Array; onStage?: (stage: 'map' | 'light') => void }

export type Measured = { crop: Crop; map: RasterMap; light: MeasuredLight; sheetMap: SheetMap; garment: Uint8Array }

/** Pixels of the plate that the map may miss by at the most, tested without what is there: at the median and the 95th percentile. */
const MOST_ERROR = { median: 1.2, p95: 4 }
/** Deviations of blur as a share of a square. */
const MOST_BLUR = 0.04
const LEAST_SEEN = 0.5
const MOST_CLIPPED = 0.3
const MOST_RIPPLE = 0.01
const LEAST_BOARD = 20

/**
 * Measures a photograph of a product that bears its calibration print: a plate named `name` in the repository's format, with its
 * backdrop, or the reason why it is refused. Some 15 s of one core for 12 megapixels, and 800 MB in a process that gives memory back
 * (packages/core's measurer).
 */
export async function measurePhotograph(
  bytes: Uint8Array,
  target: Target,
  name: string,
  { mask, onStage = () => {} }: MeasureOptions = {},
): Promise<Measurement> {
  const started = performance.now()
  const { sheet } = target
  const sight = await findSheet(bytes, target, onStage)
  if (!sight.ok) return sight
  const { photo, sheetMap, labels, crop, map, errors, pixels, blur, pixelsPerInch } = sight
  onStage('light')
  const light = measureLight(pixels, map, sheet, labels, { blur, pixelsPerInch, inkGain: sheetMap.inkGain })
  const ripple = screenRipple(pixels, map, light)
  const bad = judgeLight(light, ripple)
  if (bad) return refused(bad)
  const given = mask && (await readMask(mask, photo, crop))
  if (given && !given.ok) return given
  const garment = given
    ? { coverage: given.coverage, confidence: 1, isTrusted: true, tint: 0 }
    : await findGarment(light.white, map)
  const { plate, backdrop } = photoPlate(target, name, map, light, garment.isTrusted ? garment.coverage : null)
  const report = reportOf({
    target,
    name,
    markers: sight.markers,
    corners: sight.corners,
    dropped: sheetMap.dropped,
    errors,
    shares: map.shares,
    size: crop.size,
    blur,
    pixelsPerInch,
    clipped: light.clipped,
    ripple,
    step: light.step,
    foldMiss: light.foldMiss,
    inks: light.inks,
    garment,
    seconds: (performance.now() - started) / 1000,
  })
  return { ok: true, plate, backdrop, report, measured: { crop, map, light, sheetMap, garment: garment.coverage } }
}

/** Where the sheet lies in a photograph and what of the photograph becomes the plate: the rest of it is let go of. */
async function findSheet(bytes: Uint8Array, target: Target, onStage: NonNullable<MeasureOptions['onStage']>) {
  const { sheet } = target
  // OpenCV starts while the photograph is decoded.
  const [read] = await Promise.all([readPhoto(bytes), loadOpenCv()])
  if (!read.ok) return read
  const { photo } = read
  const markers = await findMarkers(photo)
  const unfit = await judgeMarkers(photo, sheet, markers)
  if (unfit) return refused(unfit)
  const found = findCorners(photo, sheet, markers)
  const blur = blurOf(photo, sheet, found)
  const soft = judgeSharpness(found, blur, sheet.pitch)
  if (soft) return refused(soft)
  onStage('map')
  const labels = await labelsOf(sheet, blur / pixelsPerInchOf(found))
  const sheetMap = measureMap(photo, sheet, labels, found)
  const crop = cropOf(photo, target, sheetMap)
  const map = rasterMap(sheet, sheetMap, crop)
  const scale = crop.size / crop.side
  const errors = errorsOf(sheetMap, scale)
  const wrong = judgeMap(errors, map)
  if (wrong) return refused(wrong)
  return {
    ok: true as const,
    photo: { width: photo.width, height: photo.height },
    markers: new Set(markers.map(({ id }) => id).filter((id) => isOf(sheet, id))).size,
    corners: found.filter(({ kind }) => kind === 'board').length,
    labels,
    sheetMap,
    crop,
    map,
    errors,
    pixels: await cropped(photo, crop),
    blur: blur * scale,
    pixelsPerInch: pixelsPerInchOf(found) * scale,
  }
}

const refused = (refusal: Refusal) => ({ ok: false as const, refusal })

function judgeSharpness(found: readonly Correspondence[], blur: number, pitch: number): Refusal | null {
  const board = found.filter(({ kind }) => kind === 'board').length
  const isSharp = blur <= MOST_BLUR * pitch * pixelsPerInchOf(found)
  if (board >= LEAST_BOARD && isSharp) return null
  return {
    code: 'not-sharp',
    sentence:
      'The photograph is not sharp enough. Hold still or lean the camera on something, and tap the print to focus.',
  }
}

/** The largest square of the photograph, as near to the print's middle as its edges let it. */
function cropOf({ width, height }: Photo, { sheet }: Target, { surface }: SheetMap): Crop {
  const side = Math.min(width, height)
  const corners = [0, 1].flatMap((x) => [0, 1].map((y) => pixelAt(surface, x * sheet.width, y * sheet.height)))
  const middle = (axis: 0 | 1) =>
    (Math.min(...corners.map((at) => at[axis])) + Math.max(...corners.map((at) => at[axis]))) / 2
  const from = (at: number, whole: number) => Math.round(Math.min(whole - side, Math.max(0, at - side / 2)))
  return {
    left: from(middle(0), width),
    top: from(middle(1), height),
    side,
    size: Math.min(PLATE_SIDE, side - (side % 2)),
  }
}

async function cropped({ width, height, rgb }: Photo, { left, top, side, size }: Crop): Promise<Uint8Array> {
  const { data } = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: side, height: side })
    .resize(size, size, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return new Uint8Array(data)
}

function judgeMap(errors: MapErrors, { shares }: RasterMap): Refusal | null {
  if (errors.median > MOST_ERROR.median || errors.p95 > MOST_ERROR.p95)
    return {
      code: 'map-uncertain',
      sentence: 'The cloth is too creased to be measured surely. Smooth it a little and photograph it again.',
    }
  if (shares.trusted < LEAST_SEEN)
    return {
      code: 'too-little-seen',
      sentence: 'Less than half of the print is seen. Move what covers it, open the folds, and photograph it again.',
    }
  return null
}

function judgeLight({ clipped }: MeasuredLight, ripple: number): Refusal | null {
  if (clipped > MOST_CLIPPED)
    return {
      code: 'clipped',
      sentence: 'The white is overexposed. Tap the brightest cloth, lower the exposure, and photograph it again.',
    }
  if (ripple > MOST_RIPPLE)
    return {
      code: 'screen',
      sentence: 'This looks like a photograph of a screen. Print the sheet on the garment and photograph that.',
    }
  return null
}
