import {
  type Layer,
  type LayerVectorMask,
  type PixelData,
  getLayerImageData,
  getLayerMaskImageData,
  initializeCanvas,
} from 'ag-psd'
import sharp from 'sharp'
import type { Crop } from '../map/raster-map.ts'
import { type Canvas, canvasOf } from './blend.ts'

// The library asks a canvas for its arrays of pixels; there is none here.
const noCanvas = (): never => {
  throw new Error('pixels are read without a canvas')
}
initializeCanvas(noCanvas, (width, height) => ({
  width,
  height,
  colorSpace: 'srgb',
  data: new Uint8ClampedArray(width * height * 4),
}))

type Placed = { left?: number; top?: number }

/** A layer's own pixels in the plate's, its masks taken off; a layer of one colour fills all that its masks leave. */
export async function canvasOfLayer(layer: Layer, crop: Crop): Promise<Canvas> {
  const canvas = canvasOf(crop.size ** 2)
  const fill = layer.vectorFill
  if (fill?.type === 'color' && 'r' in fill.color) {
    fillWith(canvas, [fill.color.r / 255, fill.color.g / 255, fill.color.b / 255])
  } else {
    const pixels = getLayerImageData(layer)
    const rgba = pixels && (await inPlate(pixels, layer, crop, 0))
    if (!rgba) return canvas
    for (let at = 0; at < canvas.alpha.length; at++) {
      canvas.alpha[at] = rgba[4 * at + 3]! / 255
      for (let c = 0; c < 3; c++) canvas.rgb[3 * at + c] = rgba[4 * at + c]! / 255
    }
  }
  await maskBy(canvas, layer, crop)
  return canvas
}

/** Fills a canvas with one colour, opaque. */
export function fillWith({ rgb, alpha }: Canvas, colour: readonly [number, number, number]): void {
  alpha.fill(1)
  for (let at = 0; at < rgb.length; at++) rgb[at] = colour[at % 3]!
}

/** Takes off what a layer's masks hide: painted ones and outlines. */
export async function maskBy({ alpha }: Canvas, layer: Layer, crop: Crop): Promise<void> {
  const { mask, vectorMask } = layer
  if (mask && !mask.disabled && !mask.fromVectorData) {
    const outside = mask.defaultColor ?? 0
    const pixels = getLayerMaskImageData(layer)
    const shown = pixels && (await inPlate(pixels, mask, crop, outside))
    for (let at = 0; at < alpha.length; at++) alpha[at]! *= (shown ? shown[4 * at]! : outside) / 255
  }
  if (vectorMask && !vectorMask.disable && vectorMask.paths.length > 0) {
    const shown = await outlineIn(vectorMask, crop)
    for (let at = 0; at < alpha.length; at++) alpha[at]! *= shown[at]! / 255
  }
}

/** The crop's part of some pixels of the document, at the plate's size; null where there is none of it. `outside` lies around them. */
async function inPlate(
  { width, height, data }: PixelData,
  { left = 0, top = 0 }: Placed,
  crop: Crop,
  outside: number,
): Promise<Uint8Array | null> {
  const { side, size } = crop
  const [x0, y0] = [Math.max(0, left - crop.left), Math.max(0, top - crop.top)]
  const [x1, y1] = [Math.min(side, left + width - crop.left), Math.min(side, top + height - crop.top)]
  if (x1 <= x0 || y1 <= y0) return null
  const whole = new Uint8Array(4 * side * side).fill(outside)
  for (let y = y0; y < y1; y++) {
    const from = 4 * ((y + crop.top - top) * width + x0 + crop.left - left)
    whole.set(data.subarray(from, from + 4 * (x1 - x0)), 4 * (y * side + x0))
  }
  if (side === size) return whole
  const { data: small } = await sharp(whole, { raw: { width: side, height: side, channels: 4 } })
    .resize(size, size, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return new Uint8Array(small.buffer, small.byteOffset, small.length)
}

/** What outlines leave to be seen, one byte a pixel. */
async function outlineIn({ paths, invert }: LayerVectorMask, { left, top, side, size }: Crop): Promise<Uint8Array> {
  const n = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : '0')
  const drawn = paths.map(({ knots }) => {
    const [first] = knots
    if (!first) return ''
    const curves = knots.map(({ points }, at) => {
      const next = knots[(at + 1) % knots.length]!.points
      return `C${[points[4], points[5], next[0], next[1], next[2], next[3]].map((each) => n(each ?? 0)).join(' ')}`
    })
    return `M${n(first.points[2] ?? 0)} ${n(first.points[3] ?? 0)}${curves.join('')}Z`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${left} ${top} ${side} ${side}"><path fill="#fff" fill-rule="evenodd" d="${drawn.join('')}"/></svg>`
  const { data } = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true })
  return invert ? data.map((value) => 255 - value) : data
}
