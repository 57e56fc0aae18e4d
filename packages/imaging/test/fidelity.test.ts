import { describe, expect, test } from 'vitest'
import { checkFidelity } from '../src/fidelity/check.ts'
import { studio } from './studio.ts'
import {
  type Change,
  WEAR,
  hills,
  lettering,
  mirrored,
  nothing,
  pictureOf,
  recoloured,
  shown,
  shuffled,
  strayPrint,
  turned,
} from './made-cases.ts'

const words = lettering(['BIG SKY', 'RANCH'], [200, 60, 30])
const picture = hills()
const mug = {
  product: 'mug',
  baseModel: null,
  style: 'studio-product',
  background: 'off-white',
  gender: null,
  designSize: 'medium',
} as const
const tee = {
  product: 't-shirt',
  baseModel: 'gildan-64000',
  style: 'flat-lay',
  background: 'wood-texture',
  gender: null,
  designSize: 'medium',
} as const
const tote = {
  product: 'tote-bag',
  baseModel: null,
  style: 'flat-lay',
  background: 'neutral-gray',
  gender: null,
  designSize: 'medium',
} as const

/** An order, and another colour that it could be given by mistake. */
const ORDERS = {
  'words on a white mug': {
    order: { ...mug, design: words, colour: { hex: '#FFFFFF', heather: false } },
    other: '#E4D5B7',
  },
  'words on a navy t-shirt': {
    order: { ...tee, design: words, colour: { hex: '#263147', heather: false } },
    other: '#3F5E8C',
  },
  'a picture on a natural tote': {
    order: { ...tote, design: picture, colour: { hex: '#E9DFC7', heather: false } },
    other: '#FFFFFF',
  },
  'a picture on a black t-shirt': {
    order: { ...tee, design: picture, colour: { hex: '#25282A', heather: false } },
    other: '#4C4E50',
  },
}

/** What a model gets wrong. */
const WRONG: Record<string, (design: typeof words, other: string) => Promise<Change> | Change> = {
  'garbled text': (design) => ({
    design: design === words ? lettering(['BLG SXY', 'RAHCN'], [200, 60, 30]) : shuffled(design, 12),
  }),
  'letters in another order': (design) => ({
    design: design === words ? lettering(['GIB KSY', 'HNRCA'], [200, 60, 30]) : shuffled(design, 20),
  }),
  'mirrored print': async (design) => ({ design: await mirrored(design) }),
  'missing print': () => ({ design: nothing() }),
  'wrong ink': async (design) => ({ design: await recoloured(design, 60) }),
  'wrong garment': (_, other) => ({ hex: other }),
  'print aside': () => ({ right: 0.02 }),
  'print turned by 6°': async (design) => ({ design: await turned(design, 6) }),
  'print turned by 20°': async (design) => ({ design: await turned(design, -20) }),
  'print of another size': () => ({ size: 'small' }),
}

describe.each(Object.entries(ORDERS))('the guard, shown %s,', (_, { order, other }) => {
  let made: ReturnType<typeof shown> | undefined
  const ready = () => (made ??= shown(studio, order))

  test.each(Object.entries(WEAR))('lets pass what is only worn: %s', async (_, wear) => {
    const { reference, perfect } = await ready()
    const verdict = checkFidelity(reference, await wear(perfect))
    expect(verdict, JSON.stringify(verdict.measures)).toMatchObject({ isFaithful: true, faults: [] })
    expect(verdict.score).toBeGreaterThanOrEqual(90)
  })

  test.each(Object.entries(WRONG))('stops what is wrong: %s', async (_, change) => {
    const { reference } = await ready()
    const verdict = checkFidelity(reference, await pictureOf(studio, order, await change(order.design, other)))
    expect(verdict.isFaithful, JSON.stringify(verdict.measures)).toBe(false)
  })
})

// A mug’s print leaves no room below it. Where a second print covers much of the bare cloth it passes for another colour
// of it too; on the tote the cells alone tell.
const onCloth = Object.entries(ORDERS).filter(([, { order }]) => order.product !== 'mug')
test.each(onCloth)(
  'the guard, shown %s, stops what is wrong nowhere but on the bare cloth: a second print',
  async (_, { order }) => {
    const { reference, perfect } = await shown(studio, order)
    const { faults, measures } = checkFidelity(reference, strayPrint(perfect, reference, 0.16))
    expect(faults, JSON.stringify(measures)).toContain('cloth')
    if (order.product === 'tote-bag') expect(faults).toEqual(['cloth'])
  },
)
