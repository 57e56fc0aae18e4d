import { compose } from '@printroom/studio/compose'
import type { Layer, Passes, Plate } from '@printroom/studio/plate/plate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { exportMockup } from '../src/export.ts'
import { type MockupRequest, prepareComposition, renderMockup } from '../src/mockup.ts'
import { studio } from './studio.ts'

const disc = await sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><circle cx="300" cy="300" r="290" fill="#f0f"/></svg>',
  ),
)
  .png()
  .toBuffer()

const SIDE = 1024
/** Codes by which rounding and grain may differ. */
const CODES = 4
const BLACK = { hex: '#151515', heather: false }
const WHITE = { hex: '#FFFFFF', heather: false }
const any = { baseModel: null, gender: null, design: disc, designSize: 'medium', ordinal: 0 } as const
/** Each on a plain ground, which is told from it. */
const ORDERS: Record<string, MockupRequest> = {
  'black t-shirt': {
    ...any,
    product: 't-shirt',
    baseModel: 'gildan-64000',
    style: 'flat-lay',
    background: 'white-studio',
    colour: BLACK,
  },
  'white t-shirt': {
    ...any,
    product: 't-shirt',
    baseModel: 'bella-canvas-3001',
    style: 'studio-front',
    background: 'white-studio',
    colour: WHITE,
  },
  'worn hoodie': {
    ...any,
    product: 'hoodie',
    baseModel: 'gildan-18500',
    style: 'lifestyle-casual',
    background: 'white-studio',
    gender: 'woman',
    colour: BLACK,
  },
  mug: { ...any, product: 'mug', style: 'studio-product', background: 'white-studio', colour: BLACK },
  tote: { ...any, product: 'tote-bag', style: 'studio-front', background: 'white-studio', colour: BLACK },
}

/** The plate on a ground that is lit alike all over, with no shadow in it: 1 is white studio's white, 0 nothing. */
function onGround(plate: Plate, ground: 0 | 1): Plate {
  const flat = (layer: Layer): Layer => ({
    ...layer,
    data: layer.data.slice().fill(Math.round(255 * Math.sqrt(ground / layer.range))),
  })
  const of = ({ whiteShadow, blackShadow, ...product }: Passes): Passes => ({
    ...product,
    whiteShadow: flat(whiteShadow),
    blackShadow: flat(blackShadow),
  })
  const { key, fill, env } = plate.groups
  return { ...plate, groups: { key: of(key), fill: of(fill), env: of(env) } }
}

const linear = (value: number): number => (value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
const code = (light: number): number => 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)

test.each(Object.entries(ORDERS))(
  '%s: laid over white and over black it is the picture before them, to its edge’s last pixel',
  async (_, request) => {
    const prepared = await prepareComposition(studio, request)
    if (!prepared.ok) throw new Error(prepared.reason)
    const { composition } = prepared
    const cut = compose({ ...composition, size: SIDE, isCutOut: true })
    const alpha = cut.alpha!
    for (const ground of [1, 0] as const) {
      const plate = onGround(composition.plate, ground)
      const whole = compose({ ...composition, plate, backdrop: null, size: SIDE })
      let [behind, inside, edges, off] = [-1, 0, 0, 0]
      alpha.forEach((share, at) => {
        const [own, shown] = [cut.data[3 * at + 1]!, whole.data[3 * at + 1]!]
        if (share === 0) behind = shown
        else if (share === 255) {
          inside++
          if (own !== shown) off++
        } else {
          edges++
          const far = ground === 1 ? 255 : behind
          const laid = code((share / 255) * linear(own) + (1 - share / 255) * linear(far))
          if (Math.abs(laid - shown) > CODES) off++
        }
      })
      expect(behind).toSatisfy((value: number) => (ground === 1 ? value === 255 : value >= 0 && value < 40))
      expect(inside).toBeGreaterThan(0.1 * SIDE * SIDE)
      expect(edges).toBeGreaterThan(1000)
      expect(off).toBeLessThan(0.002 * edges)
    }
  },
)

test('as WebP it is as transparent, and a model’s picture is refused', async () => {
  const options = { width: SIDE, height: SIDE, crop: 'cutout', format: 'webp' } as const
  const result = await renderMockup(studio, { ...ORDERS.mug!, size: 64 })
  if (!result.ok) throw new Error(result.reason)
  const finished = { request: ORDERS.mug!, picture: result.mockup.jpeg, isOurs: true }
  const { file } = await exportMockup(studio, finished, options)
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: SIDE, height: SIDE, channels: 4 })
  const alphaAt = (x: number, y: number) => data[4 * (y * SIDE + x) + 3]
  expect([alphaAt(0, 0), alphaAt(SIDE - 1, SIDE - 1), alphaAt(400, SIDE / 2)]).toEqual([0, 0, 255])
  await expect(exportMockup(studio, { ...finished, isOurs: false }, options)).rejects.toThrow('cannot be composed anew')
})
