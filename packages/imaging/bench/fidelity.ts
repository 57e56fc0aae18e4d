import { fileURLToPath } from 'node:url'
import { inkAlbedo, inkOn } from '@printroom/studio/albedo'
import { compose } from '@printroom/studio/compose'
import { deltaE } from '@printroom/studio/delta-e'
import { exposeFor } from '@printroom/studio/exposure'
import { finishOf } from '@printroom/studio/garment'
import { placePrint } from '@printroom/studio/placement'
import type { Design, Plate } from '@printroom/studio/plate'
import { LINEAR_OF_CODE, fromLinear } from '@printroom/studio/srgb'
import { unshoulder } from '@printroom/studio/tone'
import sharp from 'sharp'
import { flat, photo } from './designs.ts'
import { encodeJpeg } from '../src/encode.ts'
import { openStudio } from '../src/studio.ts'

// tsx bench/fidelity.ts [only plates whose name holds this]
// The print as a seller gets it, taken off the delivered JPEG again: unwarped through the plate's map, divided by the
// light that two flat greys measure, and laid beside the file that was uploaded: SSIM of
// brightness, and the mean colour difference (CIEDE2000).

const SIZE = 2048
/** Pixels of the picture a cell of the comparison. */
const CELL = 3
const [DARK, LIGHT] = [40, 210] as const
const SEEDS = [2, 3, 4]

const studio = await openStudio(fileURLToPath(new URL('../../studio/plates', import.meta.url)))
const design = photo()
const only = process.argv[2] ?? ''

type Rgb = [number, number, number]
/** A square grid laid over the design: sums of three channels and of weights, a cell. */
type Grid = { side: number; sums: Float64Array }

const emptyGrid = (side: number): Grid => ({ side, sums: new Float64Array(side * side * 4) })

/** Adds a sample at a place of the design to the four cells about it, the nearer the more. */
function add({ side, sums }: Grid, s: number, t: number, values: readonly number[]): void {
  const [x, y] = [s * side - 0.5, t * side - 0.5]
  const [left, top] = [Math.floor(x), Math.floor(y)]
  for (const [column, row] of [[left, top], [left + 1, top], [left, top + 1], [left + 1, top + 1]] as const) {
    if (column < 0 || row < 0 || column >= side || row >= side) continue
    const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row))
    const at = (row * side + column) * 4
    for (let c = 0; c < 3; c++) sums[at + c]! += weight * values[c]!
    sums[at + 3]! += weight
  }
}

/** Mean codes of each cell, by what turns a mean back into a code; null where nothing fell. */
const meansOf = ({ side, sums }: Grid, code: (mean: number, channel: 0 | 1 | 2) => number): (Rgb | null)[] =>
  Array.from({ length: side * side }, (_, cell) => {
    const weight = sums[cell * 4 + 3]!
    return weight < 0.5 ? null : ([0, 1, 2].map((c) => code(sums[cell * 4 + c]! / weight, c as 0 | 1 | 2)) as Rgb)
  })

async function delivered(plate: Plate, hex: string, print: Design, seed: number, isDelivered = true) {
  const { manifest } = plate
  const shot = { light: manifest.lights[0]!, frame: { name: 'whole', x: 0.5, y: 0.5, scale: 1 }, seed }
  const picture = compose({ plate, ground: null, design: print, colour: { hex, heather: false }, sizeName: 'medium', background: 'white-studio', shot, size: SIZE })
  return { mask: picture.printMask, codes: isDelivered ? new Uint8Array(await sharp(await encodeJpeg(picture)).raw().toBuffer()) : picture.data }
}

/** Scene light of a code of the picture. */
const lightOf = (code: number): number => unshoulder(Math.min(0.998, LINEAR_OF_CODE[code]!))

/** Scene light of each channel of a picture, a mean over some with other grain: what measures must not add noise of its own. */
async function lit(plate: Plate, hex: string, print: Design): Promise<Float32Array> {
  const sum = new Float32Array(SIZE * SIZE * 3)
  for (const seed of SEEDS) {
    const { codes } = await delivered(plate, hex, print, seed, false)
    for (let i = 0; i < sum.length; i++) sum[i]! += lightOf(codes[i]!) / SEEDS.length
  }
  return sum
}

/** The printed codes, read off the picture cell by cell. */
async function readBack(plate: Plate, hex: string): Promise<{ side: number; codes: (Rgb | null)[] }> {
  const { manifest, map } = plate
  // The greys are as large as the design, and have another grain: what they measure is light alone.
  const grey = (code: number): Design => ({ ...flat(code, code, code), width: 64, height: 64 })
  const square = design.width === design.height
  if (!square) throw new Error('the greys are square, the design must be')
  const shown = await delivered(plate, hex, design, 1)
  const dark = await lit(plate, hex, grey(DARK))
  const light = await lit(plate, hex, grey(LIGHT))
  const tables = inkAlbedo(exposeFor(plate, manifest.lights[0]!), inkOn(finishOf(manifest.material)))
  const box = placePrint(manifest, 'medium', design)
  const scale = SIZE / map.width
  const grid = emptyGrid(sideOf(plate, box.width))
  for (let row = 0; row < SIZE; row++)
    for (let column = 0; column < SIZE; column++) {
      const pixel = row * SIZE + column
      if (shown.mask[pixel]! < 255) continue
      const at = Math.floor((row + 0.5) / scale) * map.width + Math.floor((column + 0.5) / scale)
      const s = (manifest.pattern.x0 + (map.u[at]! / 65_535) * manifest.pattern.width - box.left) / box.width
      const t = (box.top - manifest.pattern.y0 - (map.v[at]! / 65_535) * manifest.pattern.height) / box.height
      if (s < 0 || s >= 1 || t < 0 || t >= 1) continue
      const albedo = ([0, 1, 2] as const).map((c) => {
        const [low, high] = [dark[pixel * 3 + c]!, light[pixel * 3 + c]!]
        const perAlbedo = Math.max(1e-3, high - low) / (tables[c][LIGHT]! - tables[c][DARK]!)
        return tables[c][DARK]! + (lightOf(shown.codes[pixel * 3 + c]!) - low) / perAlbedo
      })
      add(grid, s, t, albedo)
    }
  return { side: grid.side, codes: meansOf(grid, (mean, c) => codeOf(tables[c], mean)) }
}

/** The code whose ink has this albedo, between two entries. */
function codeOf(table: Float32Array, albedo: number): number {
  const above = table.findIndex((entry) => entry >= albedo)
  if (above <= 0) return above === 0 ? 0 : 255
  const [low, high] = [table[above - 1]!, table[above]!]
  return above - 1 + (albedo - low) / (high - low)
}

/** Cells along the print's side. */
function sideOf(plate: Plate, metres: number): number {
  const pixels = (metres / plate.manifest.pattern.width) * 65_535 * (SIZE / plate.map.width) / stepOf(plate)
  return Math.round(pixels / CELL)
}

/** The usual step of u from a pixel of the map to the next, where there is print. */
function stepOf({ map, manifest }: Pick<Plate, 'map' | 'manifest'>): number {
  const centre = Math.round(((manifest.print.centerX - manifest.pattern.x0) / manifest.pattern.width) * 65_535)
  const steps: number[] = []
  for (let at = 0; at < map.u.length - 1; at += 3)
    if (map.coverage[at] === 255 && Math.abs(map.u[at]! - centre) < 3000) steps.push(Math.abs(map.u[at + 1]! - map.u[at]!))
  return steps.sort((a, b) => a - b)[steps.length >> 1]!
}

/** The uploaded file on the same grid, mixed in light as ink is. */
function upload(side: number): Rgb[] {
  const grid = emptyGrid(side)
  const { width, height, data } = design
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const at = (y * width + x) * 4
      add(grid, (x + 0.5) / width, (y + 0.5) / height, [0, 1, 2].map((c) => LINEAR_OF_CODE[data[at + c]!]!))
    }
  return meansOf(grid, (mean) => 255 * fromLinear(mean)).map((codes) => codes!)
}

/** Mean structural similarity of two grids' brightness, over windows of 8 × 8 (Wang et al. 2004). */
function similarity(a: readonly (Rgb | null)[], b: readonly Rgb[], side: number): number {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  const brightness = ([red, green, blue]: Rgb) => 0.299 * red + 0.587 * green + 0.114 * blue
  const values: number[] = []
  for (let top = 0; top + 8 <= side; top += 4)
    for (let left = 0; left + 8 <= side; left += 4) {
      const cells = Array.from({ length: 64 }, (_, i) => (top + (i >> 3)) * side + left + (i & 7)).filter((cell) => a[cell])
      if (cells.length < 48) continue
      const [x, y] = [cells.map((cell) => brightness(a[cell]!)), cells.map((cell) => brightness(b[cell]!))]
      const mean = (all: readonly number[]) => all.reduce((sum, value) => sum + value, 0) / all.length
      const [mx, my] = [mean(x), mean(y)]
      const [vx, vy] = [mean(x.map((value) => (value - mx) ** 2)), mean(y.map((value) => (value - my) ** 2))]
      const both = mean(x.map((value, i) => (value - mx) * (y[i]! - my)))
      values.push(((2 * mx * my + c1) * (2 * both + c2)) / ((mx * mx + my * my + c1) * (vx + vy + c2)))
    }
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

for (const manifest of studio.plates.filter(({ product, geometry }) => `${product}/${geometry}`.includes(only)))
  for (const hex of ['#FFFFFF', '#25282A']) {
    const { side, codes } = await readBack(await studio.loadPlate(manifest.product, manifest.geometry), hex)
    const original = upload(side)
    const known = codes.flatMap((cell, i) => (cell ? [deltaE(cell, original[i]!)] : []))
    const difference = known.reduce((sum, value) => sum + value, 0) / known.length
    const alike = similarity(codes, original, side)
    const seen = `${((100 * known.length) / codes.length).toFixed(0)} % of the print seen`
    process.stdout.write(`${manifest.product}/${manifest.geometry} ${hex}: SSIM ${alike.toFixed(4)}, mean difference ${difference.toFixed(2)}, ${seen}\n`)
  }
