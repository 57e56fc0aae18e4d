import { randomUUID } from 'node:crypto'
import { findColour } from '@printroom/contract/colours'
import type { GenerationRequest } from '@printroom/contract/schemas'
import { decodePicture } from '@printroom/imaging/picture'
import { deltaE } from '@printroom/studio/tone/delta-e'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { editPromptOf } from '../src/domain/generation/prompt.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import { readEngineFacts } from '../src/adapters/engine/engine-facts.ts'
import { createReplicateClient } from '../src/adapters/engine/replicate-client.ts'
import { createReplicateModel } from '../src/adapters/engine/replicate-model.ts'
import { createModelEngine } from '../src/domain/generation/model-engine.ts'
import { EDIT_MODELS } from '../src/adapters/engine/replicate-models.ts'
import { createStudioEngine } from '../src/adapters/engine/studio-engine.ts'
import { drawBars } from './designs.ts'
import { startSandbox } from './sandbox.ts'
import { books, createSeller, createFixture } from './fixture.ts'

// The real studio, the real guard in its thread, the real client, and a model of the sandbox's that errs on demand.
const sandbox = await startSandbox()
const studio = createStudioEngine(await readEngineFacts({ engine: 'studio' }), {
  threads: 1,
  cacheBytes: 128_000_000,
})
afterAll(() => studio.close())
const replicate = createModelEngine(
  studio,
  createReplicateModel({
    client: createReplicateClient('r8_token', `${sandbox}/replicate/v1`),
    model: EDIT_MODELS['black-forest-labs/flux-kontext-pro'],
    deadlineMs: 120_000,
    webhookUrl: null,
    onNews: () => () => {},
  }),
)
const { db, context } = await createFixture({ engine: replicate })
const { storage } = context
const DESIGN = drawBars()

const next = async (...behaviours: string[]) =>
  void (await fetch(`${sandbox}/replicate/sandbox/next`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviours),
  }))
const seeds = async () => {
  const all = (await (await fetch(`${sandbox}/replicate/sandbox/predictions`)).json()) as {
    input: { seed: number; prompt: string }
  }[]
  return all.map(({ input }) => input.seed)
}

const mug = {
  product: 'mug',
  product_model: null,
  colour: 'mug-white',
  model_style: 'studio-product',
  background: 'off-white',
  model_gender: null,
  design_size: 'medium',
} as const
const tee = {
  product: 't-shirt',
  product_model: 'gildan-64000',
  colour: 'white',
  model_style: 'flat-lay',
  background: 'neutral-gray',
  model_gender: null,
  design_size: 'medium',
} as const

async function seller(settings: typeof mug | typeof tee, engine = replicate) {
  const user = await createSeller(db, { topup: 5 })
  const key = randomUUID()
  await storage.put(`f-${key}`, DESIGN, 'image/png')
  const design = await db.design.create({
    data: {
      userId: user,
      filename: 'bars.png',
      fileKey: `f-${key}`,
      thumbnailKey: `t-${key}`,
      width: 900,
      height: 900,
      fileSize: DESIGN.length,
    },
  })
  return {
    user,
    async make(more: Partial<GenerationRequest> = {}) {
      const id = await requestGeneration({ ...context, engine }, user, {
        design_id: design.id,
        ...settings,
        debug: true,
        ...more,
      } as GenerationRequest)
      await renderGeneration({ ...context, engine }, id, true)
      const { mockup, status, errorDetail, seed } = await db.generation.findUniqueOrThrow({
        where: { id },
        include: { mockup: true },
      })
      if (!mockup) throw new Error(`${status}: ${errorDetail}`)
      const debug = JSON.parse(mockup.debugInfo ?? '{}') as {
        prompt: string
        mockupData: { shot: object; fidelity?: object; seedsTried?: number }
      }
      return { ...mockup, seed, debug, picture: await storage.get(mockup.fileKey) }
    },
  }
}

beforeEach(() => next())

describe('the fidelity guard, with the real studio,', () => {
  const order = { settings: mug, ordinal: 0, design: DESIGN }

  it('lets a good picture pass, and keeps its score, its path and what the model was told', async () => {
    const { printPath, printFidelity, debug } = await (await seller(mug)).make()
    expect(printPath).toBe('model')
    expect(printFidelity).toBeGreaterThanOrEqual(90)
    expect(debug).toMatchObject({
      prompt: editPromptOf(mug),
      mockupData: { fidelity: { score: printFidelity, path: 'model' }, seedsTried: 1 },
    })
  })

  it('takes another seed after a wrong picture', async () => {
    await next('wrong-colour', 'good')
    const before = await seeds()
    expect((await (await seller(mug)).make()).printPath).toBe('another-seed')
    expect(new Set((await seeds()).slice(before.length)).size).toBe(2)
  })

  it('puts the seller’s real print back onto a picture whose ink is wrong at all three seeds', async () => {
    await next('wrong-colour', 'wrong-colour', 'wrong-colour')
    const before = await seeds()
    const { printPath, picture } = await (await seller(mug)).make()
    expect(printPath).toBe('reprinted')
    expect(new Set((await seeds()).slice(before.length)).size).toBe(3)
    expect(await studio.checkFidelity(order, picture)).toMatchObject({ isFaithful: true })
  })

  it('delivers the studio’s picture when the model’s is beyond mending, for one credit, and says so', async () => {
    await next('wrong-garment', 'wrong-garment', 'wrong-garment')
    const { user, make } = await seller(mug)
    const { printPath, printFidelity, debug, picture } = await make()
    expect(printPath).toBe('studio')
    expect(printFidelity).toBeGreaterThanOrEqual(98)
    expect(debug.mockupData).toMatchObject({ fidelity: { score: printFidelity, path: 'studio' }, seedsTried: 3 })
    expect(picture).toEqual(
      (
        await studio.make(
          { ...order, generationId: '', provider: { ids: [], remember: async () => true }, original: null },
          () => {},
        )
      ).image,
    )
    expect((await books(db, user)).balance.topup).toBe(4)
  })
})

describe.each([
  ['replicate', replicate],
  ['studio', studio],
] as const)('on the %s engine', (name, engine) => {
  it('a quick recolour keeps ground and print and changes the cloth to the catalogue’s colour; other pictures are other shots', async () => {
    const { make } = await seller(tee, engine)
    const original = await make()
    const before = (await seeds()).length
    const red = await make({
      colour: 'red',
      is_color_change: true,
      original_mockup_id: original.id,
    } as Partial<GenerationRequest>)
    expect((await seeds()).length, 'no model is asked').toBe(before)
    expect(red.printPath).toBe(name === 'replicate' ? 'recoloured' : null)
    expect([red.seed, red.debug.mockupData.shot]).toEqual([original.seed, original.debug.mockupData.shot])

    const [was, is] = await Promise.all([original.picture, red.picture].map((bytes) => decodePicture(bytes, 1024)))
    const { ground, ink, cloth } = placesIn(was!.data)
    expect(differenceAt(was!.data, is!.data, ground)).toBeLessThan(1.5)
    expect(differenceAt(was!.data, is!.data, ink)).toBeLessThan(4)
    const hex = findColour('red')!.hex
    expect(
      deltaE(
        litMedian(is!.data, cloth),
        [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
      ),
    ).toBeLessThan(4)

    const again = await make()
    // Not red: the studio's first red picture is the recoloured one, to the byte, and is not made twice.
    const newShot = await make({ colour: 'navy' })
    const seen = [original, again, newShot].map(({ seed }) => seed)
    expect(again.debug.mockupData.shot).not.toEqual(original.debug.mockupData.shot)
    expect(again.seed).not.toBe(original.seed)
    expect(seen).toEqual([0, 1, 0])
    if (name === 'replicate') expect(new Set(await seeds()).size).toBe((await seeds()).length)
  })
})

/** Pixels of a 1024 px picture of the white t-shirt: the ground at its rim, the blue ink well within itself, the cloth below the print. */
function placesIn(data: Uint8Array) {
  const SIDE = 1024
  const all = [...Array(SIDE * SIDE).keys()]
  const isBlue = (at: number) => data[at * 3 + 2]! > data[at * 3]! + 60 && data[at * 3 + 2]! > data[at * 3 + 1]! + 40
  const [x, y] = [(at: number) => at % SIDE, (at: number) => Math.floor(at / SIDE)]
  return {
    ground: all.filter((at) => Math.min(x(at), y(at), SIDE - x(at), SIDE - y(at)) < 50),
    ink: all.filter((at) => isBlue(at) && [-4, 4, -4 * SIDE, 4 * SIDE].every((step) => isBlue(at + step))),
    cloth: all.filter((at) => x(at) > 420 && x(at) < 600 && y(at) > 680 && y(at) < 800),
  }
}

/** Mean difference of two pictures in codes, at some pixels. */
function differenceAt(a: Uint8Array, b: Uint8Array, places: readonly number[]): number {
  expect(places.length).toBeGreaterThan(1000)
  return (
    places.reduce(
      (sum, at) => sum + [0, 1, 2].reduce((three, c) => three + Math.abs(a[at * 3 + c]! - b[at * 3 + c]!), 0),
      0,
    ) /
    places.length /
    3
  )
}

/** The median of each channel over the lighter two thirds: cloth that is lit. */
function litMedian(data: Uint8Array, places: readonly number[]): number[] {
  const light = (at: number) => data[at * 3]! + 2 * data[at * 3 + 1]! + data[at * 3 + 2]!
  const lit = [...places].sort((a, b) => light(a) - light(b)).slice(Math.floor(places.length / 3))
  return [0, 1, 2].map((c) => lit.map((at) => data[at * 3 + c]!).sort((a, b) => a - b)[lit.length >> 1]!)
}
