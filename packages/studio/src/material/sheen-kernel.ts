import { f32, f32x4, i32, v128 } from '@printroom/wasm-assembler/instructions'
import { PIXEL_BYTES, PRODUCT_PIXEL_BYTES } from '../kernels/light-format.ts'
import { kernel } from '@printroom/wasm-assembler/assembler'

/** Gloss changes with slopes more than diffuse light does: it is narrower. Within these bounds. */
export const GLOSS_CHANGE = 1.8
export const LEAST_GLOSS = 0.2
export const MOST_GLOSS = 3

/** As bright a gloss is metal's: an eyelet, the tip of a cord. It has no loops. */
export const METAL = 0.12

/** Colour of hair's light: this share of the root of its albedo, and as much white. */
export const HAIR_COLOUR = 0.35
export const HAIR_WHITE = 0.045
/** Hair takes from the cloth below it this share of what it scatters. */
export const HAIR_SHADE = 0.25
/** Hair of a smaller share than this is left out. */
export const UNSEEN = 0.001

/**
 * The product's light in a row with what cloth's relief and hair make of it: gloss changes with the slopes, as `change` says,
 * and hair adds the share `hair` of diffuse light. Both stand a float a pixel.
 */
export const sheenKernel = kernel(
  { albedo: 'i32', change: 'i32', hair: 'i32', out: 'i32' },
  ['light', 'first', 'end'],
  (p, body) => {
    body.for(p.first, p.end, (i) => {
      const at = body.let(i32.add(p.light, i32.mul(i, PRODUCT_PIXEL_BYTES)))
      const to = body.let(i32.add(p.out, i32.mul(i, PRODUCT_PIXEL_BYTES)))
      const [diffuse, gloss] = [body.let(v128.load(at)), body.let(v128.load(at, PIXEL_BYTES))]
      const metal = body.let(f32.min(1, f32.mul(f32.load(at, PIXEL_BYTES + 4), 1 / METAL)))
      const change = f32.load(i32.add(p.change, i32.shl(i, 2)))
      const bare = f32.sub(1, f32.mul(metal, metal))
      const factor = f32.add(1, f32.mul(GLOSS_CHANGE, f32.mul(change, bare)))
      const held = f32x4.splat(f32.max(LEAST_GLOSS, f32.min(MOST_GLOSS, factor)))
      const hair = body.let(v128.loadSplat(i32.add(p.hair, i32.shl(i, 2))))
      const shine = body.let(f32x4.mul(gloss, held))
      // Where cloth faces the camera no hair is seen.
      body.if(f32.gt(f32x4.lane(hair, 0), UNSEEN), () => {
        const bright = f32x4.max(v128.load(i32.add(p.albedo, i32.shl(i, 4))), 0)
        const colour = f32x4.add(f32x4.mul(f32x4.sqrt(bright), HAIR_COLOUR), HAIR_WHITE)
        body.add(shine, f32x4.mul(f32x4.mul(diffuse, hair), colour))
        const below = f32x4.mul(diffuse, f32x4.sub(1, f32x4.mul(hair, HAIR_SHADE)))
        body.set(diffuse, f32x4.withLane(below, 3, f32x4.lane(diffuse, 3)))
      })
      body.store(to, diffuse)
      body.store(to, shine, PIXEL_BYTES)
    })
  },
)
