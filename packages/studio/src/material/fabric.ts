import { CLOTH_CELL_BYTES, CLOTH_UNIT } from './cloth-kernel.ts'
import { hash } from '../random.ts'

/** Two shades of cloth over the flat pattern, mean 0 and deviation 1: the structure of the cloth, and its fibres. */
type ClothLevel = { side: number; structure: Float32Array; fibre: Float32Array }
type Cloth = ClothLevel[]

/** Texels across the repeating tile, and metres a texel: a quarter of a millimetre is about a yarn's half. */
export const TILE_TEXELS = 512
export const TEXEL_METRES = 0.00025

/** The same in every cloth. */
let fibre: Float32Array | undefined

function clothOf(material: 'knit' | 'canvas'): Cloth {
  const structure = material === 'knit' ? knit() : weave()
  fibre ??= standardise(fibres())
  let level: ClothLevel = { side: TILE_TEXELS, structure: standardise(structure), fibre }
  const cloth = [level]
  while (level.side > 8) cloth.push((level = halve(level)))
  return cloth
}

/** Levels of cloth, from the finest. */
export const CLOTH_LEVELS = Math.log2(TILE_TEXELS / 8) + 1

/** The cloth as the loops read it: some 50 ms and 4 MiB, made once a thread. */
export function packedCloth(material: 'knit' | 'canvas'): Int8Array {
  const packed = new Int8Array(2 * TILE_TEXELS * TILE_TEXELS * CLOTH_CELL_BYTES)
  for (const { side, ...level } of clothOf(material)) {
    const [structure, fibre] = [new Int8Array(level.structure.map(quantise)), new Int8Array(level.fibre.map(quantise))]
    let at = side * side * CLOTH_CELL_BYTES
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const right = (x + 1) % side
        for (let row = y * side, lower = 0; lower < 2; lower++, row = ((y + 1) % side) * side) {
          packed[at++] = structure[row + x]!
          packed[at++] = structure[row + right]!
          packed[at++] = fibre[row + x]!
          packed[at++] = fibre[row + right]!
        }
      }
  }
  return packed
}

const quantise = (deviations: number): number => Math.max(-127, Math.min(127, Math.round(CLOTH_UNIT * deviations)))

const white = (seed: number): Float32Array =>
  new Float32Array(TILE_TEXELS * TILE_TEXELS).map((_, i) => hash(i, seed) / 0x8000_0000 - 1)

/** Running mean of `length` texels along an axis of the tile, which wraps. */
function blur(field: Float32Array, length: number, axis: 'x' | 'y'): Float32Array {
  const out = new Float32Array(field.length)
  const [step, pitch] = axis === 'x' ? [1, TILE_TEXELS] : [TILE_TEXELS, 1]
  for (let line = 0; line < TILE_TEXELS; line++) {
    const at = line * pitch
    let sum = 0
    for (let i = 0; i < length; i++) sum += field[at + i * step]!
    for (let i = 0; i < TILE_TEXELS; i++) {
      out[at + ((i + (length >> 1)) % TILE_TEXELS) * step] = sum / length
      sum += field[at + ((i + length) % TILE_TEXELS) * step]! - field[at + i * step]!
    }
  }
  return out
}

/** Jersey: wales about 0.9 mm apart, none quite straight or even, loops of about 0.7 mm along them. */
function knit(): Float32Array {
  const loops = blur(blur(white(1), 3, 'y'), 2, 'x')
  const wander = blur(blur(white(2), 96, 'y'), 5, 'x')
  const uneven = blur(white(3), 24, 'y')
  const wales = (2 * Math.PI * Math.round((TILE_TEXELS * TEXEL_METRES) / 0.0009)) / TILE_TEXELS
  return loops.map(
    (loop, i) => 0.9 * loop + 0.28 * Math.cos((i % TILE_TEXELS) * wales + 22 * wander[i]!) + 0.5 * uneven[i]!,
  )
}

/** Plain weave: yarns of about 1 mm over and under each other, each of its own thickness along its length. */
function weave(): Float32Array {
  const [warp, weft] = [blur(white(4), 120, 'y'), blur(white(5), 120, 'x')]
  const slubs = blur(blur(white(6), 2, 'x'), 2, 'y')
  return slubs.map((slub, i) => {
    const [x, y] = [(i % TILE_TEXELS) * Math.PI * 0.5, Math.floor(i / TILE_TEXELS) * Math.PI * 0.5]
    const over = Math.cos(x + 9 * warp[i]!) * Math.cos(y + 9 * weft[i]!)
    return 0.5 * slub + 0.35 * over + 2.2 * (warp[i]! + weft[i]!)
  })
}

/**
 * Staple fibres: short, lying nearly along the courses. Skewed: a few are far from the rest, which is what the
 * eye takes for a mixture. Bounded above, so that no mixture needs less than no light.
 */
function fibres(): Float32Array {
  const long = standardise(blur(blur(white(7), 14, 'x'), 7, 'x'))
  const short = standardise(blur(blur(white(8), 5, 'x'), 2, 'y'))
  const skewed = standardise(long.map((value, i) => Math.exp(0.7 * (0.75 * value + 0.6 * short[i]!))))
  return skewed.map((value) => Math.min(value, FIBRE_MAX))
}

/** The strongest fibre, in deviations. */
export const FIBRE_MAX = 3.2

/** Mean 0, deviation 1. */
function standardise(field: Float32Array): Float32Array {
  let [sum, squares] = [0, 0]
  for (const value of field) {
    sum += value
    squares += value * value
  }
  const mean = sum / field.length
  const deviation = Math.sqrt(squares / field.length - mean * mean)
  return field.map((value) => (value - mean) / deviation)
}

function halve({ side, structure, fibre }: ClothLevel): ClothLevel {
  const half = side / 2
  const shrink = (field: Float32Array) =>
    new Float32Array(half * half).map((_, i) => {
      const at = Math.floor(i / half) * 2 * side + (i % half) * 2
      return (field[at]! + field[at + 1]! + field[at + side]! + field[at + side + 1]!) / 4
    })
  return { side: half, structure: shrink(structure), fibre: shrink(fibre) }
}
