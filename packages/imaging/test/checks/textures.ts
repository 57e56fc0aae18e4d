import { hash } from '@printroom/studio/random'
import sharp from 'sharp'
import type { Rgb } from './inks.ts'
import type { Lot } from './lot.ts'

/** A share from 0 to 1 at a place. */
export type Field = (x: number, y: number) => number

const smooth = (share: number): number => share * share * (3 - 2 * share)

/** Clouds: values from 0 to 1 whose largest patches are `size` across, and which have `octaves` sizes, each half the one before. */
export function clouds(seed: number, size: number, octaves: number): Field {
  const corner = (column: number, row: number, octave: number) =>
    hash(hash(seed + octave, column + 4_096), row + 4_096) / 2 ** 32
  return (x, y) => {
    let [sum, weight, all] = [0, 1, 0]
    for (let octave = 0; octave < octaves; octave++) {
      const [across, down] = [(x / size) * 2 ** octave, (y / size) * 2 ** octave]
      const [column, row] = [Math.floor(across), Math.floor(down)]
      const [right, low] = [smooth(across - column), smooth(down - row)]
      const upper = corner(column, row, octave) * (1 - right) + corner(column + 1, row, octave) * right
      const lower = corner(column, row + 1, octave) * (1 - right) + corner(column + 1, row + 1, octave) * right
      sum += weight * (upper * (1 - low) + lower * low)
      all += weight
      weight /= 2
    }
    return Math.min(1, Math.max(0, (sum / all - 0.5) * 1.8 + 0.5))
  }
}

/** Seldom finer than a printer's own dots; the SVG enlarges it as a camera's lens would blur it. */
const PHOTO_SIDE = 280

const sidesOf = (aspect: number): { columns: number; rows: number } => ({
  columns: Math.max(8, Math.round(aspect > 1 ? PHOTO_SIDE : PHOTO_SIDE * aspect)),
  rows: Math.max(8, Math.round(aspect > 1 ? PHOTO_SIDE / aspect : PHOTO_SIDE)),
})

/**
 * What a camera could have taken: patches of many sizes between a few colours, with light from one side and grain.
 * @returns a PNG as the address of an SVG's image
 */
export async function photographOf(lot: Lot, colours: readonly Rgb[], aspect: number): Promise<string> {
  const { columns, rows } = sidesOf(aspect)
  const seed = lot.whole(1, 1e6)
  const patches = clouds(seed, lot.between(40, 160), 5)
  const light = clouds(seed + 50, 300, 2)
  const grain = lot.between(1, 7)
  const data = new Uint8Array(columns * rows * 3)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const place = patches(x, y) * (colours.length - 1)
      const [from, to] = [colours[Math.floor(place)]!, colours[Math.ceil(place)]!]
      const share = place - Math.floor(place)
      const shade = 0.94 + 0.12 * light(x, y)
      const speck = (hash(seed, y * columns + x) / 2 ** 32 - 0.5) * 2 * grain
      for (const channel of [0, 1, 2] as const) {
        const value = (from[channel] * (1 - share) + to[channel] * share) * shade + speck
        data[(y * columns + x) * 3 + channel] = Math.min(255, Math.max(0, value))
      }
    }
  return addressOf(data, columns, rows)
}

/**
 * One colour, as opaque as `opacity` says, in the same coarse pixels.
 * @returns a PNG as the address of an SVG's image
 */
export async function veilOf(colour: Rgb, opacity: Field, aspect: number): Promise<string> {
  const { columns, rows } = sidesOf(aspect)
  const data = new Uint8Array(columns * rows * 4)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) data.set([...colour, Math.round(255 * opacity(x, y))], (y * columns + x) * 4)
  return addressOf(data, columns, rows)
}

async function addressOf(data: Uint8Array, width: number, height: number): Promise<string> {
  const channels = (data.length / (width * height)) as 3 | 4
  const png = await sharp(data, { raw: { width, height, channels } }).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Ink with grain: each pixel up to `most` of 8 bits lighter or darker. */
export function grained(data: Uint8Array, most: number, seed: number): Uint8Array {
  if (most === 0) return data
  const out = Uint8Array.from(data)
  for (let at = 0; at < out.length; at += 4) {
    const speck = (hash(seed, at) / 2 ** 31 - 1) * most
    for (let channel = 0; channel < 3; channel++)
      out[at + channel] = Math.min(255, Math.max(0, data[at + channel]! + speck))
  }
  return out
}
