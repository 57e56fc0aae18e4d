import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { DESIGN_SIZES, SIDES, type Product } from '@printroom/contract/catalogue'
import { placementOfSize } from '@printroom/contract/placement'
import { placePrint } from '@printroom/studio/geometry/placement'
import { readPlateFolder } from '@printroom/studio/plate/plate-folder'
import { printOn, showsSide } from '@printroom/studio/plate/side'
import { type GenerationRequest, settingsSchema } from '@printroom/contract/schemas'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createPictureIdentity } from '../src/adapters/engine/picture-identity.ts'
import { orderBatch } from '../src/domain/batches/order.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import { facetsOf } from '../src/domain/mockups/facets.ts'
import { listMockups } from '../src/domain/mockups/list.ts'
import { toMockupWire } from '../src/domain/mockups/wire.ts'
import { editPromptOf, promptOf } from '../src/domain/generation/prompt.ts'
import { books, createDesign, createFixture, createSeller } from './fixture.ts'

const folder = await readPlateFolder(PRODUCTS_FOLDER)
const made: object[] = []
const { db, context } = await createFixture({
  engine: {
    identityOf: createPictureIdentity(folder),
    make: async ({ settings }) => {
      made.push(settings)
      const file = Buffer.from('picture')
      return { image: file, thumbnail: file, card: file, details: {} }
    },
  },
  storage: { get: async () => Buffer.from('png') },
})

const tee = (design_id: string, more: Partial<GenerationRequest> = {}): GenerationRequest => ({
  design_id,
  product: 't-shirt',
  product_model: 'gildan-64000',
  colour: 'black',
  model_style: 'flat-lay',
  background: 'white-studio',
  model_gender: null,
  design_size: 'medium',
  ...more,
})
const CHEST = { x: 10.5, y: 2.5, width: 4, rotation: 10 }

async function seller(topup: number) {
  const user = await createSeller(db, { topup })
  return { user, design: await createDesign(db, user) }
}
const creditsOf = async (user: Awaited<ReturnType<typeof createSeller>>) => (await books(db, user)).balance.topup

describe('a placement', () => {
  it('of a size is where the studio puts that size on every plate, to the last bit', () => {
    const shapes = [
      { width: 1000, height: 1000 },
      { width: 3333, height: 719 },
      { width: 211, height: 2977 },
    ]
    expect(folder.plates.length).toBeGreaterThan(40)
    for (const { manifest } of folder.plates)
      for (const side of SIDES.filter((each) => showsSide(manifest, each)))
        for (const size of DESIGN_SIZES)
          for (const design of shapes) {
            const area = { print: printOn(manifest, side) }
            const placement = placementOfSize(manifest.product as Product, size, design, side)
            expect(placePrint(area, 'medium', design, placement), `${manifest.product} ${side} ${size}`).toStrictEqual(
              placePrint(area, size, design),
            )
          }
  })

  it('is made, kept with the mockup, told on the wire and in its debug information', async () => {
    const { user, design } = await seller(1)
    const id = await requestGeneration(context, user, tee(design, { placement: CHEST, debug: true }))
    await renderGeneration(context, id, true)
    expect(made.at(-1)).toMatchObject({ placement: CHEST })
    const mockup = await db.mockup.findFirstOrThrow({ where: { generationId: id } })
    const { placement, debug_info: debug } = toMockupWire(mockup)
    expect(placement).toEqual(CHEST)
    expect(JSON.parse(debug!)).toMatchObject({
      mockupData: { placement: CHEST },
      prompt: expect.stringContaining('4 in wide at 10.5, 2.5 in, turned by 10° of the print area'),
    })
  })

  it('that there is none of leaves the order, its hash and its mockup as they were', async () => {
    const { user, design } = await seller(1)
    const id = await requestGeneration(context, user, tee(design))
    const { input, inputHash } = await db.generation.findUniqueOrThrow({ where: { id } })
    expect((input as { settings: object }).settings).not.toHaveProperty('placement')
    const { createHash } = await import('node:crypto')
    const { design_id: _, ...settings } = tee(design)
    const written = JSON.stringify({ design, settings, recolours: null })
    expect(inputHash).toBe(createHash('sha256').update(written).digest('hex'))
    await renderGeneration(context, id, true)
    const mockup = await db.mockup.findFirstOrThrow({ where: { generationId: id } })
    expect([mockup.placement, toMockupWire(mockup).placement]).toEqual([null, null])
  })

  it('is another picture elsewhere, and the same one where a size has put it already', async () => {
    const { user, design } = await seller(5)
    await requestGeneration(context, user, tee(design))
    const asMedium = placementOfSize('t-shirt', 'medium', { width: 10, height: 10 })
    await requestGeneration(context, user, tee(design, { placement: asMedium }))
    expect(await creditsOf(user)).toBe(4)
    await requestGeneration(context, user, tee(design, { placement: CHEST }))
    await requestGeneration(context, user, tee(design, { placement: { ...CHEST, rotation: 11 } }))
    expect(await creditsOf(user)).toBe(2)
    // Whatever size stands beside it, it is the same picture.
    await requestGeneration(context, user, tee(design, { placement: CHEST, design_size: 'small' }))
    expect(await creditsOf(user)).toBe(2)
  })

  it('beyond the print area is refused before anything is charged, alone and in a batch', async () => {
    const { user, design } = await seller(3)
    const beyond = { x: 12, y: 2.5, width: 4, rotation: 0 }
    const told = /^The print reaches 1 inches beyond the right edge of the print area/
    await expect(requestGeneration(context, user, tee(design, { placement: beyond }))).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringMatching(told),
    })
    const item = (placement: object) => ({ ...tee(design), placement: placement as typeof CHEST, title: null })
    await expect(orderBatch(context, user, { items: [item(CHEST), item(beyond)] })).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringMatching(told),
    })
    expect(await creditsOf(user)).toBe(3)
    await orderBatch(context, user, { items: [item(CHEST)] })
    const [row] = await db.generation.findMany({ where: { userId: user } })
    expect(row?.input).toMatchObject({ settings: { placement: CHEST } })
  })

  it('of a batch is a place of the product, where each design is put in its own shape; others are refused', async () => {
    const { user, design } = await seller(4)
    const grid = (place: string | null) => ({
      designIds: [design],
      products: [
        {
          product: 't-shirt',
          baseModel: 'gildan-64000',
          colours: ['black'],
          scenes: [{ style: 'flat-lay', background: 'white-studio' }],
          place,
        },
      ],
    })
    await expect(orderBatch(context, user, grid('sleeve'))).rejects.toMatchObject({
      message: expect.stringContaining('place is one of left-chest, center, full-front'),
    })
    expect(await creditsOf(user)).toBe(4)
    await orderBatch(context, user, grid('left-chest'))
    await orderBatch(context, user, grid(null))
    const rows = await db.generation.findMany({ where: { userId: user }, orderBy: { createdAt: 'asc' } })
    const [placed, plain] = rows.map(({ input }) => (input as { settings: object }).settings)
    expect(placed).toMatchObject({ placement: { x: 10.5, y: 2.5, width: 4, rotation: 0 } })
    expect(plain).not.toHaveProperty('placement')
  })

  it('is told to a model in inches', () => {
    const { design_id: _, ...settings } = tee('', { placement: CHEST })
    const words = '4 in wide at 10.5, 2.5 in, turned by 10° of the print area'
    expect(editPromptOf(settings)).toContain(`The print is ${words} and is the customer's own artwork`)
    expect(promptOf(settings, 'sun.png')).toContain(words)
  })

  it('is numbers in the database, or none', async () => {
    const { user, design } = await seller(1)
    const id = await requestGeneration(context, user, tee(design))
    await renderGeneration(context, id, true)
    const mockup = await db.mockup.findFirstOrThrow({ where: { generationId: id } })
    const put = (placement: object) => db.mockup.update({ where: { id: mockup.id }, data: { placement } })
    await put(CHEST)
    for (const wrong of [{ x: 1 }, { ...CHEST, width: '4' }, []])
      await expect(put(wrong)).rejects.toThrow(/mockups_placement_is_one/)
  })
})

describe('a side', () => {
  const mug = (design_id: string, more: object = {}) =>
    settingsSchema.and(z.object({ design_id: z.string() })).parse({
      design_id,
      product: 'mug',
      colour: 'mug-white',
      model_style: 'lifestyle-use',
      background: 'kitchen-interior',
      design_size: 'medium',
      ...more,
    })

  it('that is the front is named nowhere; another is kept, told and another picture', async () => {
    const { user, design } = await seller(3)
    expect(mug(design, { side: 'front' })).toEqual(mug(design))
    expect(mug(design)).not.toHaveProperty('side')
    await requestGeneration(context, user, mug(design))
    const id = await requestGeneration(context, user, mug(design, { side: 'wrap' }))
    const other = await requestGeneration(context, user, mug(design, { side: 'other' }))
    expect(await creditsOf(user)).toBe(0)
    const rows = await db.generation.findMany({ where: { userId: user }, orderBy: { createdAt: 'asc' } })
    expect(new Set(rows.map(({ pictureIdentity }) => pictureIdentity)).size).toBe(3)
    expect(rows.map(({ input }) => (input as { settings: { side?: string } }).settings.side)).toEqual([
      undefined,
      'wrap',
      'other',
    ])
    for (const each of [rows[0]!.id, id, other]) await renderGeneration(context, each, true)
    const made = await db.mockup.findMany({ where: { userId: user }, orderBy: { createdAt: 'asc' } })
    expect(made.map((mockup) => toMockupWire(mockup).side)).toEqual(['front', 'wrap', 'other'])
    const { items } = await listMockups(context, user, { side: 'wrap', limit: 10 })
    expect(items.map(({ side }) => side)).toEqual(['wrap'])
    const { sides } = await facetsOf(context, user)
    expect(sides).toEqual(['front', 'other', 'wrap'].map((value) => ({ value, count: 1 })))
  })

  it('has a print area and places of its own', async () => {
    const { user, design } = await seller(2)
    const wide = { x: 4.25, y: 1.65, width: 3.3, rotation: 0 }
    await expect(requestGeneration(context, user, mug(design, { placement: { ...wide, x: 3 } }))).rejects.toMatchObject(
      {
        code: 'bad_input',
      },
    )
    await requestGeneration(context, user, mug(design, { side: 'wrap', placement: { ...wide, x: 6.5 } }))
    const grid = (place: string) => ({
      designIds: [design],
      products: [
        {
          product: 'mug',
          colours: ['mug-white'],
          scenes: [{ style: 'lifestyle-use', background: 'office-desk', side: 'wrap', place }],
        },
      ],
    })
    await expect(orderBatch(context, user, grid('full-front'))).rejects.toMatchObject({
      message: expect.stringContaining('place is one of all-round'),
    })
    await orderBatch(context, user, grid('all-round'))
    const [row] = await db.generation.findMany({ where: { userId: user }, orderBy: { createdAt: 'desc' } })
    expect(row?.input).toMatchObject({ settings: { side: 'wrap', placement: { x: 4.25, width: 3.3 } } })
  })

  it('that the product does not have is refused with those that it has', () => {
    const refused = (change: object) => settingsSchema.safeParse({ ...mug(''), ...change }).error?.issues[0]
    expect(refused({ side: 'back' })).toMatchObject({
      path: ['side'],
      message: 'The Mug has no side back; it has front, other or wrap.',
    })
    expect(refused({ side: 'lid' })?.message).toContain('side is one of front, back, other, wrap')
  })
})
