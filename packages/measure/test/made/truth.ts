import type { Measured } from '../../src/measure.ts'
import type { Shot, Truth } from './photograph.ts'

/**
 * How far a measurement is from what is true. Map: pixels of the plate, over what is marked printable, median, 95th percentile and
 * the share beyond 8 pixels. White: shares of the true light, over the print area. `print`: likeness (mean SSIM of brightness, windows
 * of 8 pixels) of a design laid on through the measured map and light to one laid on through the true ones, averaged over each pixel
 * as the compositor does; `best`: what it is for the true map and a photograph of the blank garment by the same camera, whose noise is
 * all that is wrong with it. Garment: what found and true mask share of both together, and by how many pixels its edge is off.
 */
export type Judged = {
  map: [median: number, p95: number, wild: number]
  white: [median: number, p95: number]
  print: number
  best: number
  garment: [shared: number, edge: number]
}

export function judgedAgainst(scene: Shot, truth: Truth, { crop, map, light, garment }: Measured): Judged {
  const { size } = map
  const scale = crop.side / size
  const [errors, whites]: [number[], number[]] = [[], []]
  const [wanted, got, best] = [0, 1, 2].map(() => new Float32Array(size * size)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const used = new Uint8Array(size * size)
  for (let y = 1; y < size - 1; y++)
    for (let x = 1; x < size - 1; x++) {
      const at = y * size + x
      if (map.trusted[at] === 0) continue
      const [px, py] = [crop.left + (x + 0.5) * scale, crop.top + (y + 0.5) * scale]
      const real = trueAt(scene, truth, px, py)
      if (!real) continue
      const miss = Math.hypot(map.x[at]! - real.x, map.y[at]! - real.y)
      errors.push(miss * real.pixelsPerInch * (size / crop.side))
      const white = (light.white[0][at]! + light.white[1][at]! + light.white[2][at]!) / 3
      whites.push(Math.abs(white - real.light) / real.light)
      used[at] = 1
      const across = scale / real.pixelsPerInch
      const ink = inkOver(real.x, real.y, across, scene)
      wanted[at] = shown(real.light, ink)
      best[at] = shown(real.seen, ink)
      got[at] = shown(white, inkOver(map.x[at]!, map.y[at]!, across, scene))
    }
  const of = (values: number[], share: number) => Number((values[Math.floor(share * values.length)] ?? NaN).toFixed(4))
  errors.sort((a, b) => a - b)
  whites.sort((a, b) => a - b)
  const wild = errors.filter((error) => error > 8).length / errors.length
  return {
    map: [of(errors, 0.5), of(errors, 0.95), Number(wild.toFixed(4))],
    white: [of(whites, 0.5), of(whites, 0.95)],
    print: Number(likeness(wanted, got, used, size).toFixed(4)),
    best: Number(likeness(wanted, best, used, size).toFixed(4)),
    garment: judgedGarment(scene, truth, crop, garment, size),
  }
}

/** Place and light at a pixel of the photograph, between its pixels; null off the cloth and across an edge. */
function trueAt({ width, height }: Shot, { x, y, blank, seen }: Truth, px: number, py: number) {
  const [fx, fy] = [px - 0.5, py - 0.5]
  const [i, j] = [Math.floor(fx), Math.floor(fy)]
  if (i < 0 || j < 0 || i >= width - 1 || j >= height - 1) return null
  const [a, b] = [fx - i, fy - j]
  const at = j * width + i
  const mix = (plane: Float32Array, step = 1, c = 0) =>
    (1 - b) * ((1 - a) * plane[step * at + c]! + a * plane[step * (at + 1) + c]!) +
    b * ((1 - a) * plane[step * (at + width) + c]! + a * plane[step * (at + width + 1) + c]!)
  const across = Math.hypot(x[at + 1]! - x[at]!, y[at + 1]! - y[at]!)
  const down = Math.hypot(x[at + width]! - x[at]!, y[at + width]! - y[at]!)
  const place = { x: mix(x), y: mix(y) }
  if (Number.isNaN(place.x) || across > 0.5 || down > 0.5) return null
  const area = Math.abs(
    (x[at + 1]! - x[at]!) * (y[at + width]! - y[at]!) - (y[at + 1]! - y[at]!) * (x[at + width]! - x[at]!),
  )
  if (area < 1e-8) return null
  return {
    ...place,
    pixelsPerInch: 1 / Math.sqrt(area),
    light: (mix(blank, 3, 0) + mix(blank, 3, 1) + mix(blank, 3, 2)) / 3,
    seen: (mix(seen, 3, 0) + mix(seen, 3, 1) + mix(seen, 3, 2)) / 3,
  }
}

/** A design of rings and stripes: reflectance of its ink, 0.05 to 1. */
function inkAt(x: number, y: number, { sheet }: Shot): number {
  const unit = sheet.pitch / 0.75
  const [dx, dy] = [(x - sheet.width / 2) / unit, (y - sheet.height / 2) / unit]
  const rings = 0.5 + 0.5 * Math.cos(Math.hypot(dx, dy) * 9)
  const stripes = Math.floor((dx + 40) / 0.5) % 2 === 0 ? 0.8 : 0.3
  return 0.05 + 0.95 * (rings > 0.5 ? stripes : 1)
}

/** Of a pixel `across` inches wide. */
function inkOver(x: number, y: number, across: number, scene: Shot): number {
  let sum = 0
  for (const i of [-1, 0, 1])
    for (const j of [-1, 0, 1]) sum += inkAt(x + (i * across) / 3, y + (j * across) / 3, scene)
  return sum / 9
}

function judgedGarment(
  { width }: Shot,
  { x, garment: given }: Truth,
  crop: Measured['crop'],
  garment: Uint8Array,
  size: number,
) {
  const scale = crop.side / size
  const real = Uint8Array.from(garment, (_, at) => {
    const [px, py] = [crop.left + ((at % size) + 0.5) * scale, crop.top + (Math.floor(at / size) + 0.5) * scale]
    const pixel = Math.floor(py) * width + Math.floor(px)
    return given?.[pixel] ?? (Number.isNaN(x[pixel]!) ? 0 : 1)
  })
  let [both, either, edge] = [0, 0, 0]
  garment.forEach((share, at) => {
    if (share > 127 && real[at] === 1) both++
    if (share > 127 || real[at] === 1) either++
    if (at % size > 0 && (real[at] !== real[at - 1] || real[at] !== (real[at - size] ?? real[at]))) edge++
  })
  const rounded = (value: number) => Number(value.toFixed(4))
  return [rounded(both / either), rounded((either - both) / edge)] as [number, number]
}

const shown = (light: number, ink: number): number => 255 * Math.sqrt(Math.min(1, light * ink))

function likeness(wanted: Float32Array, got: Float32Array, used: Uint8Array, size: number): number {
  const [side, c1, c2] = [8, 6.5, 58.5]
  let [sum, windows] = [0, 0]
  for (let y = 0; y + side <= size; y += 4)
    for (let x = 0; x + side <= size; x += 4) {
      let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
      for (let j = 0; j < side; j++)
        for (let i = 0; i < side; i++) {
          const at = (y + j) * size + x + i
          if (used[at] === 0) continue
          const [p, q] = [wanted[at]!, got[at]!]
          n++
          a += p
          b += q
          aa += p * p
          bb += q * q
          ab += p * q
        }
      if (n < side * side) continue
      const [ma, mb] = [a / n, b / n]
      const [va, vb, vab] = [aa / n - ma * ma, bb / n - mb * mb, ab / n - ma * mb]
      sum += ((2 * ma * mb + c1) * (2 * vab + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2))
      windows++
    }
  return windows === 0 ? NaN : sum / windows
}
