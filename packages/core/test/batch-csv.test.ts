import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { BATCH_MAX_PICTURES } from '@printroom/contract/limits'
import { describe, expect, it } from 'vitest'
import type { UserId } from '../src/context.ts'
import { readCsv } from '../src/domain/batches/csv-in.ts'
import { batchCsv } from '../src/domain/batches/csv-out.ts'
import { orderBatch } from '../src/domain/batches/order.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { createFixture, createSeller } from './fixture.ts'

const { db, context } = await createFixture({ storage: { get: async () => Buffer.from('png') } })
const user = await createSeller(db, { topup: 50 })
const design = (filename: string, userId: UserId = user, contentHash: string = randomUUID()) =>
  db.design.create({
    data: {
      userId,
      filename,
      contentHash,
      fileKey: randomUUID(),
      thumbnailKey: randomUUID(),
      width: 9,
      height: 12,
      fileSize: 9,
    },
  })
const [sun, moon] = [await design('sun.png'), await design('moon, "full".png')]
await design('twice.png')
await design('twice.png')
await design('same.png', user, 'these pixels')
const same = await design('same.png', user, 'these pixels')
await design('theirs.png', await createSeller(db))

const HEAD = 'file,product,colour,scene,title'
const read = (...lines: string[]) => readCsv(context, user, lines.join('\n'))
const MUG = 'sun.png,Mug,White,Studio Product,'

describe('a CSV', () => {
  it('is read in the words of the screen or of the catalogue, with commas, semicolons or tabs', async () => {
    const { items, refused } = await read(
      `\uFEFF${HEAD}`,
      'sun.png,T-Shirt / Bella+Canvas 3001,Black,Lifestyle Casual / Outdoor Natural / Woman / large,"Sun, for her"',
      '',
      '"moon, ""full"".png",mug,mug-white,studio-product,',
      'same.png,GILDAN 18500,Black,woman/lifestyle casual,',
    )
    expect(refused).toEqual([])
    expect(items).toEqual([
      {
        design_id: sun.id,
        product: 't-shirt',
        product_model: 'bella-canvas-3001',
        colour: 'black',
        model_style: 'lifestyle-casual',
        background: 'outdoor-natural',
        model_gender: 'woman',
        design_size: 'large',
        title: 'Sun, for her',
      },
      expect.objectContaining({
        design_id: moon.id,
        product: 'mug',
        colour: 'mug-white',
        title: null,
        design_size: 'medium',
      }),
      expect.objectContaining({
        design_id: same.id,
        product: 'hoodie',
        product_model: 'gildan-18500',
        background: 'white-studio',
      }),
    ])
    const sided = await read(
      'file,product,colour,scene,side',
      ...['All round', 'wrap', '', 'this side'].map((side) => `sun.png,Mug,White,Lifestyle Use,${side}`),
    )
    expect(sided.items.map(({ side }) => side)).toEqual(['wrap', 'wrap', undefined, undefined])
    for (const sign of [';', '\t']) {
      const lines = [HEAD, MUG].join('\r\n').replaceAll(',', sign)
      expect((await read(lines)).items).toHaveLength(1)
    }
  })

  it('names every wrong line by its number, as an editor counts them, and asks then for nothing', async () => {
    const { items, refused } = await read(
      HEAD,
      MUG,
      '"a name',
      'of two lines.png",Mug,White,Studio Product,',
      'theirs.png,Mug,White,Studio Product,',
      '',
      'twice.png,Mug,White,Studio Product,',
      'sun.png,Cap,White,Studio Product,',
      'sun.png,T-Shirt,White,Studio Front,',
      'sun.png,Mug,Sand,Studio Product / Beach,',
      'sun.png,Mug,White,Flat Lay,',
      'sun.png,Mug,White',
      `sun.png,Mug,White,Studio Product,${'x'.repeat(141)}`,
      ',,,,x',
      `sun.png,Mug,White,${'Studio/'.repeat(100)},`,
    )
    expect(items).toEqual([])
    expect(Object.fromEntries(refused.map(({ where, error }) => [where, error]))).toEqual({
      'line 3': expect.stringContaining('Line 3: you have no design called “a name'),
      'line 5': 'Line 5: you have no design called “theirs.png”.',
      'line 7': 'Line 7: 2 of your designs are called “twice.png”: rename one.',
      'line 8': 'Line 8: there is no product “Cap”.',
      'line 9': 'Line 9: T-Shirt needs its base model, as “T-Shirt / Gildan 64000”.',
      'line 10':
        'Line 10: the scene has “Beach”, which is no style, background, model or size; Mug does not come in “Sand”.',
      'line 11': expect.stringMatching(
        /^Line 11: Mug, White, Flat Lay, .*: This style does not belong to this product/,
      ),
      'line 12': 'Line 12: it has 3 fields, and the first line 5.',
      'line 13': 'Line 13: the title is longer than 140 characters.',
      'line 14': expect.stringMatching(
        /^Line 14: the design’s file name is missing; the product is missing; the scene/,
      ),
      'line 15': 'Line 15: the scene is longer than 300 characters.',
    })
    expect(refused.map(({ where }) => where)).toEqual(
      [3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((line) => `line ${line}`),
    )
    const order = orderBatch(context, user, { csv: [HEAD, MUG, 'sun.png,Cap,White,Studio Product,'].join('\n') })
    await expect(order).rejects.toMatchObject({
      code: 'bad_input',
      message: 'Line 3: there is no product “Cap”. Nothing was ordered.',
      details: { fields: { 'line 3': 'Line 3: there is no product “Cap”.' } },
    })
    expect(await db.batch.count({ where: { userId: user } })).toBe(0)
  })

  it('says which sides a product has that has no such', async () => {
    const { refused } = await read('file,product,colour,scene,side', 'sun.png,Mug,White,Studio Product,Back')
    expect(refused.map(({ error }) => error)).toEqual([
      'Line 2: Mug has no side “Back”; there are This side, Other side, All round.',
    ])
  })

  it.each([
    [
      '',
      'Line 1: the columns have to be file, product, colour, scene, side and title; missing is file, product, colour, scene.',
    ],
    [
      'file,product,colour',
      'Line 1: the columns have to be file, product, colour, scene, side and title; missing is scene.',
    ],
    [
      `${HEAD},price\n${MUG},9`,
      'Line 1: there is no column “price”; the columns are file, product, colour, scene, side and title.',
    ],
    [`${HEAD},file\n${MUG},x`, 'Line 1: a column stands there twice.'],
    [HEAD, 'Line 2: no picture is asked for.'],
    [
      `${HEAD}\n${MUG}\n"sun.png,Mug\n${MUG}\n`,
      'Line 3: a quotation mark is not closed, or stands inside a field without being doubled.',
    ],
    [`${HEAD}\n${`${MUG}\n`.repeat(BATCH_MAX_PICTURES + 1)}`, 'Line 402: a batch has at most 400 pictures.'],
  ])('that is none as a whole says so: %#', async (csv, error) => {
    expect(await readCsv(context, user, csv)).toMatchObject({ items: [], refused: [{ error }] })
  })

  it('is written with file names and texts for listings, and read back as it was', async () => {
    const csv = [HEAD, 'sun.png,Gildan 64000,Black,Flat Lay / Wood Texture / Small,=Sun', MUG].join('\n')
    const { id } = await orderBatch(context, user, { csv })
    const [first] = await db.generation.findMany({ where: { batchId: id }, orderBy: { batchPlace: 'asc' } })
    await renderGeneration(context, first!.id, true)
    const written = await text(await batchCsv(context, user, id))
    const [, done = '', waiting = ''] = written.split('\r\n')
    expect(done).toMatch(
      /^"sun.png","T-Shirt \/ Gildan 64000","Black","Flat Lay \/ Wood Texture \/ Small","Front","'=Sun","sun-\d+\/sun-black-t-shirt-flat-lay-wood-texture-01.jpg","done",""/,
    )
    expect(waiting).toContain('The print is up to 2.5 inches wide.')
    expect(waiting).toMatch(
      /^"sun.png","Mug","White","Studio Product \/ White Studio \/ Medium","This side","sun Mug, White","","waiting",""/,
    )
    expect(done).toContain('"sun, printed on a Gildan 64000 T-Shirt in Black. The print is up to 8 inches wide."')
    const again = await readCsv(context, user, written)
    expect(again.refused).toEqual([])
    expect(again.items).toMatchObject([
      {
        design_id: sun.id,
        product_model: 'gildan-64000',
        background: 'wood-texture',
        design_size: 'small',
        title: '=Sun',
      },
      { design_id: sun.id, product: 'mug', colour: 'mug-white', background: 'white-studio' },
    ])
    await expect(batchCsv(context, await createSeller(db), id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
