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
    const albedoOf = (i: number, c: 0 | 1 | 2) => {
      const [table, low, high] = [tables[c], dark[3 * i + c]!, light[3 * i + c]!]
      const perAlbedo = Math.max(1e-3, high - low) / (table[LIGHT]! - table[DARK]!)
      return table[DARK]! + (LIGHT_OF_CODE[data[3 * places.pixels[i]! + c]!]! - low) / perAlbedo
    }
    for (let i = 0; i < places.pixels.length; i++)
      add(grid, places.s[i]!, places.t[i]!, albedoOf(i, 0), albedoOf(i, 1), albedoOf(i, 2))
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
type Places = { pixels: number[]; s: number[]; t: number[] }

/** Where a place of the map lies in the design: shares of its box, from the left and down. */
function placer({ manifest, map }: Plate, design: Design, placement: Placement | null) {
  const { pattern } = manifest
  const box = placePrint(manifest, 'medium', design, placement)
  const [middleX, middleY] = [box.left + box.width / 2, box.top - box.height / 2]
  const angle = ((box.turn ?? 0) * Math.PI) / 180
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  return (at: number) => {
    const [x, y] = [
      pattern.x0 + (map.u[at]! / 65_535) * pattern.width,
      pattern.y0 + (map.v[at]! / 65_535) * pattern.height,
    ]
    // Turned back about its middle.
    const [right, down] = [x - middleX, middleY - y]
    return [
      0.5 + (right * cosine + down * sine) / box.width,
      0.5 + (down * cosine - right * sine) / box.height,
    ] as const
  }
}
const isInside = ([s, t]: readonly [number, number]) => s >= 0 && s < 1 && t >= 0 && t < 1

/** The square that holds the whole print: its pixels are those of the whole picture, of which it is a third. */
function partOf(plate: Plate, design: Design, placement: Placement | null): Part {
  const { map } = plate
  const placeOf = placer(plate, design, placement)
  let [left, top, right, bottom] = [map.width, map.height, 0, 0]
  // Every fourth pixel and line: the margin is wider.
  for (let y = 0; y < map.height; y += 4)
    for (let x = 0; x < map.width; x += 4) {
      const at = y * map.width + x
      if (map.coverage[at] === 0 || !isInside(placeOf(at))) continue
      ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
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
  const placeOf = placer(plate, design, placement)
  const scale = SIZE / map.width
  const places: Places = { pixels: [], s: [], t: [] }
  for (let pixel = 0; pixel < side * side; pixel++) {
    if (mask[pixel]! < 255) continue
    const [row, column] = [top + Math.floor(pixel / side), left + (pixel % side)]
    const place = placeOf(Math.floor((row + 0.5) / scale) * map.width + Math.floor((column + 0.5) / scale))
    if (!isInside(place)) continue
    places.pixels.push(pixel)
    places.s.push(place[0])
    places.t.push(place[1])
  }
  return places
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
  { pixels }: Places,
  grey: Design,
): Float32Array {
  const sum = new Float32Array(pixels.length * 3)
  for (const seed of GREY_SEEDS) {
    const { data } = shown(plate, placement, part, '#808080', grey, seed)
    for (let i = 0, to = 0; i < pixels.length; i++)
      for (let c = 0; c < 3; c++, to++) sum[to]! += LIGHT_OF_CODE[data[3 * pixels[i]! + c]!]! / GREY_SEEDS.length
  }
  return sum
}

const emptyGrid = (side: number): Grid => ({ side, sums: new Float64Array(side * side * 4) })

/** Adds a sample at a place of the design to the four cells about it, the nearer the more. */
function add({ side, sums }: Grid, s: number, t: number, red: number, green: number, blue: number): void {
  const [x, y] = [s * side - 0.5, t * side - 0.5]
  const [left, top] = [Math.floor(x), Math.floor(y)]
  for (let row = Math.max(0, top); row <= Math.min(side - 1, top + 1); row++)
    for (let column = Math.max(0, left); column <= Math.min(side - 1, left + 1); column++) {
      const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row))
      const at = (row * side + column) * 4
      sums[at]! += weight * red
      sums[at + 1]! += weight * green
      sums[at + 2]! += weight * blue
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
  const lightOf = (at: number) => LINEAR_OF_SRGB8[data[at]!]!
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const at = (y * width + x) * 4
      add(grid, (x + 0.5) / width, (y + 0.5) / height, lightOf(at), lightOf(at + 1), lightOf(at + 2))
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
