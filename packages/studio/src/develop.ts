import type { Backdrop } from './backdrop.ts'
import type { Exposure } from './exposure.ts'
import { GRAIN_AT_CODE, grainTile } from './grain.ts'
import type { Layout } from './layout.ts'
import { isNeutral, productLight } from './light.ts'
import type { Plate } from './plate.ts'
import { hash } from './random.ts'
import { createResampler } from './resample.ts'
import type { Shot } from './shot.ts'
import { CODE_OF_DISPLAY, CODE_OF_SCENE, STEPS, shoulder } from './tone.ts'

const TOP = CODE_OF_SCENE.length - 1

/** Turns a row of albedo and the lights upon it into sRGB codes with the camera's curve and grain. */
export function createDeveloper(plate: Plate, shot: Pick<Shot, 'light' | 'seed'>, exposure: Exposure, layout: Layout) {
  const { size, across, down, coverage } = layout
  const readProduct = createResampler(productLight(plate, shot.light, exposure), size, across, down, 'cubic', layout.bounds)
  const lights = isNeutral(shot.light, exposure) ? 1 : 3
  const grain = grainTile()
  const shiftX = hash(shot.seed, 11)
  const shiftY = hash(shot.seed, 12)
  const wrap = grain.side - 1
  const codes = new Float32Array(size)

  return (row: number, albedo: Float32Array, backdrop: Backdrop, into: Uint8Array): void => {
    const product = layout.hasProduct ? readProduct(row) : null
    const behind = layout.open.length > 0 ? backdrop.read(row) : null
    for (let c = 0; c < 3; c++) {
      const plane = c * size
      const diffuse = (lights === 1 ? 0 : c) * size
      const gloss = diffuse + lights * size
      for (const { kind, first, end } of layout.runs) {
        if (kind === 'ground') groundCodes(codes, behind!, plane, first, end, backdrop.isDisplay)
        else if (kind === 'product') productCodes(codes, product!, diffuse, gloss, albedo, plane, first, end)
        else
          for (let i = first; i < end; i++) {
            // Each side through the curve by itself: a bright ground must not eat the edge of a dark shirt.
            const share = coverage[i]!
            const light = Math.max(0, product![diffuse + i]! * albedo[plane + i]! + product![gloss + i]!)
            const ground = behind![plane + i]!
            const far = backdrop.isDisplay ? Math.min(1, ground) : shoulder(ground)
            const seen = share * shoulder(light / share) + (1 - share) * far
            codes[i] = CODE_OF_DISPLAY[Math.min(STEPS, Math.max(0, seen * STEPS)) | 0]!
          }
      }
      write(codes, into, row * size * 3 + c, grain.channels[c]!, ((row + shiftY) & wrap) * grain.side, shiftX, wrap)
    }
  }
}

/** Codes with their grain into every third byte; pure white is white without a look at the grain. */
function write(
  codes: Float32Array,
  into: Uint8Array,
  at: number,
  noise: Float32Array,
  noiseRow: number,
  shift: number,
  wrap: number,
): void {
  for (let i = 0, to = at; i < codes.length; i++, to += 3) {
    const code = codes[i]!
    if (code >= 254.5) {
      into[to] = 255
      continue
    }
    const value = (code + noise[noiseRow + ((i + shift) & wrap)]! * GRAIN_AT_CODE[code | 0]! + 0.5) | 0
    into[to] = value < 0 ? 0 : value > 255 ? 255 : value
  }
}

function productCodes(
  codes: Float32Array,
  product: Float32Array,
  diffuse: number,
  gloss: number,
  albedo: Float32Array,
  plane: number,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const step = (product[diffuse + i]! * albedo[plane + i]! + product[gloss + i]!) * STEPS
    codes[i] = CODE_OF_SCENE[step < 0 ? 0 : step > TOP ? TOP : step | 0]!
  }
}

/** Ground as scene light, or as display light, where 1 and more (but for rounding) is exactly white. */
function groundCodes(codes: Float32Array, ground: Float32Array, plane: number, from: number, to: number, isDisplay: boolean): void {
  const table = isDisplay ? CODE_OF_DISPLAY : CODE_OF_SCENE
  const top = table.length - 1
  for (let i = from; i < to; i++) {
    const step = ground[plane + i]! * STEPS + 0.5
    codes[i] = table[step < 0 ? 0 : step > top ? top : step | 0]!
  }
}
