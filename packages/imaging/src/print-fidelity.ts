import { inkAlbedo, inkOn } from '@printroom/studio/material/albedo'
import { compose } from '@printroom/studio/compose'
import { deltaELab, labOf } from '@printroom/studio/tone/delta-e'
import { exposeFor } from '@printroom/studio/light/exposure'
import { finishOf } from '@printroom/studio/material/garment'
import { type Placement, placePrint } from '@printroom/studio/geometry/placement'
import type { Design, Plate } from '@printroom/studio/plate/plate'
import { LINEAR_OF_SRGB8, fromLinear } from '@printroom/studio/tone/srgb'
import { unshoulder } from '@printroom/studio/tone/tone-curve'
import sharp from 'sharp'
import { encodeJpeg } from './encode.ts'
import { flat, photo } from './made-designs.ts'

// The print as a seller gets it, taken off the delivered JPEG again: unwarped through the plate's map, divided by the
// light that two flat greys measure, and laid beside the file that was uploaded.

/** Side of the whole picture in pixels. */
const SIZE = 2048
/** Pixels about the print, and what sides of parts are multiples of: whole pixels of every plate. */
const [MARGIN, STEP] = [8, 16] as const
/** Pixels of the picture a cell of the comparison. */
const CELL = 3
/** Codes of the greys that measure the light. */
const [DARK, LIGHT] = [40, 210] as const
/** Grains that the greys are averaged over: what measures must not add noise of its own. */
const GREY_SEEDS = [2, 3, 4]

export type Fidelity = {
  /** Mean structural similarity of brightness, over windows of 8 × 8 cells (Wang et al. 2004). */
  similarity: number
  /** Mean colour difference (CIEDE2000). */
  difference: number
  /** Share of the print's cells that the picture shows. */
  seen: number
}

const GREYS = [DARK, LIGHT].map((code) => flat(code, code, code))

type Rgb = [number, number, number]
/** A square grid laid over the design: sums of three channels and of weights, a cell. */
type Grid = { side: number; sums: Float64Array }

/**
 * Compares a photograph printed on a product with its file.
 * @param hexes the product's colours, a result each
 * @param printed what is printed of the file, where that is not the file itself
 * @param placement where it is printed; of medium size otherwise
 */
export async function printFidelity(
  plate: Plate,
  hexes: readonly string[],
  design: Design = photo(),
  printed: Design = design,
  placement: Placement | null = null,
): Promise<Fidelity[]> {
  const part = partOf(plate, design, placement)
  // Opaque ink is lit alike on every cloth: the greys are measured once.
  let measured: { places: Places; dark: Float32Array; light: Float32Array } | undefined
  const measure = (mask: Uint8Array) => {
    const places = placesOf(plate, design, placement, part, mask)
    const [dark, light] = GREYS.map((grey) => greyLight(plate, placement, part, places, grey)) as [
      Float32Array,
      Float32Array,
    ]
    return { places, dark, light }
  }
  const tables = inkAlbedo(exposeFor(plate, plate.manifest.lights[0]!), inkOn(finishOf(plate.manifest.material)))
  const least = tables.map((table) => table[DARK]!)
  const span = tables.map((table) => table[LIGHT]! - table[DARK]!)
  const side = sideOf(plate, design, placement)
  const original = upload(design, side)
  const labs = original.map(labOf)
  const results: Fidelity[] = []
  for (const hex of hexes) {
    const picture = shown(plate, placement, part, hex, printed, 1)
    const { places, dark, light } = (measured ??= measure(picture.printMask))
    const { data } = await sharp(await encodeJpeg(picture, 'studio'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const grid = emptyGrid(side)
    const albedo = new Float64Array(3)
    for (let i = 0; i < places.count; i++) {
      for (let c = 0; c < 3; c++) {
        const low = dark[3 * i + c]!
        const share = (LIGHT_OF_CODE[data[3 * places.pixels[i]! + c]!]! - low) / Math.max(1e-3, light[3 * i + c]! - low)
        albedo[c] = least[c]! + span[c]! * share
      }
      add(grid, places.s[i]!, places.t[i]!, albedo)
    }
    const codes = meansOf(grid, (mean, c) => codeOf(tables[c], mean))
    let [sum, count] = [0, 0]
    codes.forEach((cell, i) => {
      if (!cell) return
      sum += deltaELab(labOf(cell), labs[i]!)
      count++
    })
    results.push({
      similarity: similarityOf(codes, original, side),
      difference: sum / count,
      seen: count / codes.length,
    })
  }
  return results
}

/** A square of the picture: its left upper pixel and its side. */
type Part = { left: number; top: number; side: number }
type Places = { count: number; pixels: Uint32Array; s: Float64Array; t: Float64Array }

/** Where a place of the map lies in the design: writes the shares of its box, from the left and down, into `into`, and says whether it lies there. */
function placer({ manifest, map }: Plate, design: Design, placement: Placement | null) {
  const { pattern } = manifest
  const box = placePrint(manifest, 'medium', design, placement)
  const [middleX, middleY] = [box.left + box.width / 2, box.top - box.height / 2]
  const angle = ((box.turn ?? 0) * Math.PI) / 180
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  return (at: number, into: Float64Array): boolean => {
    // Turned back about its middle.
    const right = pattern.x0 + (map.u[at]! / 65_535) * pattern.width - middleX
    const down = middleY - (pattern.y0 + (map.v[at]! / 65_535) * pattern.height)
    const s = 0.5 + (right * cosine + down * sine) / box.width
    const t = 0.5 + (down * cosine - right * sine) / box.height
    into[0] = s
    into[1] = t
    return s >= 0 && s < 1 && t >= 0 && t < 1
  }
}

/** The square that holds the whole print: its pixels are those of the whole picture, of which it is a third. */
function partOf(plate: Plate, design: Design, placement: Placement | null): Part {
  const { map } = plate
  const isInside = placer(plate, design, placement)
  const place = new Float64Array(2)
  let [left, top, right, bottom] = [map.width, map.height, 0, 0]
  // Every fourth pixel and line: the margin is wider.
  for (let y = 0; y < map.height; y += 4)
    for (let x = 0; x < map.width; x += 4) {
      const at = y * map.width + x
      if (map.coverage[at] === 0 || !isInside(at, place)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  const scale = SIZE / map.width
  const wanted = scale * Math.max(right - left, bottom - top) + 2 * MARGIN
  const side = Math.min(SIZE, STEP * Math.ceil(wanted / STEP))
  const start = (from: number, to: number) =>
    Math.max(0, Math.min(SIZE - side, Math.round((scale * (from + to + 1) - side) / 2)))
  return { left: start(left, right), top: start(top, bottom), side }
}

/** The pixels of a part that lie wholly in the print, and where in the design (shares, down). */
function placesOf(
  plate: Plate,
  design: Design,
  placement: Placement | null,
  { left, top, side }: Part,
  mask: Uint8Array,
): Places {
  const { map } = plate
  const isInside = placer(plate, design, placement)
  const scale = SIZE / map.width
  const most = side * side
  const [pixels, s, t] = [new Uint32Array(most), new Float64Array(most), new Float64Array(most)]
  const place = new Float64Array(2)
  let count = 0
  for (let row = 0, pixel = 0; row < side; row++) {
    const line = Math.floor((top + row + 0.5) / scale) * map.width
    for (let column = 0; column < side; column++, pixel++) {
      if (mask[pixel]! < 255 || !isInside(line + Math.floor((left + column + 0.5) / scale), place)) continue
      pixels[count] = pixel
      s[count] = place[0]!
      t[count++] = place[1]!
    }
  }
  return { count, pixels, s, t }
}

function shown(
  plate: Plate,
  placement: Placement | null,
  { left, top, side }: Part,
  hex: string,
  design: Design,
  seed: number,
) {
  const frame = {
    name: 'print',
    x: (left + side / 2) / SIZE,
    y: (top + side / 2) / SIZE,
    scale: side / SIZE,
  }
  return compose({
    plate,
    backdrop: null,
    design,
    colour: { hex, heather: false },
    sizeName: 'medium',
    placement,
    background: 'white-studio',
    shot: { light: plate.manifest.lights[0]!, frame, seed },
    size: side,
  })
}

/** Scene light of a code of the picture. */
const LIGHT_OF_CODE = LINEAR_OF_SRGB8.map((light) => unshoulder(Math.min(0.998, light)))

/** Scene light of each place and channel where a grey is printed. */
function greyLight(
  plate: Plate,
  placement: Placement | null,
  part: Part,
  { count, pixels }: Places,
  grey: Design,
): Float32Array {
  const sum = new Float32Array(count * 3)
  const light = LIGHT_OF_CODE.map((value) => value / GREY_SEEDS.length)
  for (const seed of GREY_SEEDS) {
    const { data } = shown(plate, placement, part, '#808080', grey, seed)
    for (let i = 0, to = 0; i < count; i++)
      for (let from = 3 * pixels[i]!, end = from + 3; from < end; from++, to++) sum[to]! += light[data[from]!]!
  }
  return sum
}

const emptyGrid = (side: number): Grid => ({ side, sums: new Float64Array(side * side * 4) })

/** Adds a sample of three channels at a place of the design to the four cells about it, the nearer the more. */
function add({ side, sums }: Grid, s: number, t: number, sample: Float64Array): void {
  const x = s * side - 0.5
  const y = t * side - 0.5
  const left = Math.floor(x)
  const top = Math.floor(y)
  for (let row = Math.max(0, top); row <= Math.min(side - 1, top + 1); row++)
    for (let column = Math.max(0, left); column <= Math.min(side - 1, left + 1); column++) {
      const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row))
      const at = (row * side + column) * 4
      sums[at]! += weight * sample[0]!
      sums[at + 1]! += weight * sample[1]!
      sums[at + 2]! += weight * sample[2]!
      sums[at + 3]! += weight
    }
}

/** Mean codes of each cell, by what turns a mean back into a code; null where nothing fell. */
const meansOf = ({ side, sums }: Grid, code: (mean: number, channel: 0 | 1 | 2) => number): (Rgb | null)[] =>
  Array.from({ length: side * side }, (_, cell) => {
    const weight = sums[cell * 4 + 3]!
    return weight < 0.5 ? null : ([0, 1, 2].map((c) => code(sums[cell * 4 + c]! / weight, c as 0 | 1 | 2)) as Rgb)
  })

/** The code whose ink has this albedo, between two entries. */
function codeOf(table: Float32Array, albedo: number): number {
  if (!(table[255]! >= albedo)) return 255
  // The first entry that is not below it, by halving: the table grows.
  let [below, above] = [-1, 255]
  while (above - below > 1) {
    const middle = (below + above) >> 1
    if (table[middle]! >= albedo) above = middle
    else below = middle
  }
  if (above === 0) return 0
  const [low, high] = [table[above - 1]!, table[above]!]
  return above - 1 + (albedo - low) / (high - low)
}

/** Cells along the print's side. */
function sideOf({ map, manifest }: Plate, design: Design, placement: Placement | null): number {
  const { pattern, print } = manifest
  const centre = Math.round(((print.centerX - pattern.x0) / pattern.width) * 65_535)
  const steps: number[] = []
  for (let at = 0; at < map.u.length - 1; at += 3)
    if (map.coverage[at] === 255 && Math.abs(map.u[at]! - centre) < 3000)
      steps.push(Math.abs(map.u[at + 1]! - map.u[at]!))
  const usual = steps.sort((a, b) => a - b)[steps.length >> 1]!
  const { width } = placePrint(manifest, 'medium', design, placement)
  return Math.round(((width / pattern.width) * 65_535 * (SIZE / map.width)) / usual / CELL)
}

/** The uploaded file on the same grid, mixed in light as ink is. */
function upload({ width, height, data }: Design, side: number): Rgb[] {
  const grid = emptyGrid(side)
  const { sums } = grid
  // Each line by itself first: it lies between the same two rows of cells all along.
  const line = new Float64Array(side * 4)
  for (let y = 0; y < height; y += 2) {
    line.fill(0)
    for (let x = 0; x < width; x += 2) {
      const at = (y * width + x) * 4
      const place = ((x + 0.5) / width) * side - 0.5
      const left = Math.floor(place)
      for (let cell = Math.max(0, left); cell <= Math.min(side - 1, left + 1); cell++) {
        const weight = 1 - Math.abs(place - cell)
        for (let c = 0; c < 3; c++) line[cell * 4 + c]! += weight * LINEAR_OF_SRGB8[data[at + c]!]!
        line[cell * 4 + 3]! += weight
      }
    }
    const place = ((y + 0.5) / height) * side - 0.5
    const top = Math.floor(place)
    for (let row = Math.max(0, top); row <= Math.min(side - 1, top + 1); row++) {
      const weight = 1 - Math.abs(place - row)
      for (let i = 0, to = row * side * 4; i < line.length; i++, to++) sums[to]! += weight * line[i]!
    }
  }
  return meansOf(grid, (mean) => 255 * fromLinear(mean)).map((codes) => codes!)
}

function similarityOf(a: readonly (Rgb | null)[], b: readonly Rgb[], side: number): number {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  const brightness = ([red, green, blue]: Rgb) => 0.299 * red + 0.587 * green + 0.114 * blue
  const shown = Float64Array.from(a, (cell) => (cell ? brightness(cell) : Number.NaN))
  const wanted = Float64Array.from(b, brightness)
  let [total, windows] = [0, 0]
  for (let top = 0; top + 8 <= side; top += 4)
    for (let left = 0; left + 8 <= side; left += 4) {
      let [count, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0]
      for (let row = top; row < top + 8; row++)
        for (let cell = row * side + left; cell < row * side + left + 8; cell++) {
          const [one, other] = [shown[cell]!, wanted[cell]!]
          if (Number.isNaN(one)) continue
          count++
          x += one
          y += other
          xx += one * one
          yy += other * other
          xy += one * other
        }
      if (count < 48) continue
      const [mx, my] = [x / count, y / count]
      const [vx, vy, both] = [xx / count - mx * mx, yy / count - my * my, xy / count - mx * my]
      total += ((2 * mx * my + c1) * (2 * both + c2)) / ((mx * mx + my * my + c1) * (vx + vy + c2))
      windows++
    }
  return total / windows
}
