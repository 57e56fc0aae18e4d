import { fromLinear } from '@printroom/studio/tone/srgb'
import { type Lens, sharpened, throughLens, toned } from './camera.ts'
import { randomOf } from './random.ts'

/** Of red, green and blue: what the sensor sees of them before white is balanced, so that noise differs by channel. */
const SEEN = [0.55, 1, 0.65] as const

/**
 * As `developed`, but by a sensor that sees one colour a pixel (red and green above green and blue): noise comes before the missing
 * colours are made up from the neighbours', and what is clipped is clipped there. Without `noise` nothing is missing.
 */
export function sensed(
  linear: Float32Array,
  width: number,
  height: number,
  lens: Lens,
  seed: number,
  most = 1,
): Float32Array {
  let picture = throughLens(linear, width, height, lens)
  for (let i = 0; i < picture.length; i++) picture[i]! *= lens.exposure
  if (lens.noise > 0) picture = demosaiced(mosaic(picture, width, height, lens.noise, seed), width, height)
  for (let i = 0; i < picture.length; i++) {
    picture[i] = toned(fromLinear(Math.min(most, Math.max(0, picture[i]!))), lens.contrast)
  }
  return sharpened(picture, width, height, lens.sharpening, 1.2).map((value) => Math.min(most, Math.max(0, value)))
}

const colourAt = (x: number, y: number): 0 | 1 | 2 => (y % 2 === 0 ? (x % 2 === 0 ? 0 : 1) : x % 2 === 0 ? 1 : 2)

function mosaic(picture: Float32Array, width: number, height: number, noise: number, seed: number): Float32Array {
  const random = randomOf(seed * 13 + 5)
  return new Float32Array(width * height).map((_, at) => {
    const c = colourAt(at % width, Math.floor(at / width))
    const light = picture[3 * at + c]! * SEEN[c]
    const off = noise * Math.sqrt(Math.max(0.002, light)) * 2 * (random() + random() + random() - 1.5)
    return Math.min(1, (light + off) / SEEN[c])
  })
}

/** The missing colours as the mean of the neighbours that have them. */
function demosaiced(raw: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(width * height * 3)
  const [sums, counts] = [new Float64Array(3), new Float64Array(3)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      sums.fill(0)
      counts.fill(0)
      for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++)
        for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++) {
          const c = colourAt(i, j)
          // Nearer ones of green count alone: the corners of green's own cross are its own pixel's.
          const weight = i === x && j === y ? 100 : i === x || j === y ? 2 : 1
          sums[c]! += weight * raw[j * width + i]!
          counts[c]! += weight
        }
      const own = colourAt(x, y)
      for (let c = 0; c < 3; c++)
        out[3 * (y * width + x) + c] = c === own ? raw[y * width + x]! : sums[c]! / Math.max(1, counts[c]!)
    }
  return out
}
