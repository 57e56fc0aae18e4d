import { randomUUID } from 'node:crypto'
import type { GenerationRequest } from '@printroom/contract/schemas'
import { labOf, deltaELab } from '@printroom/studio/delta-e'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { renderGeneration } from '../src/generation/render.ts'
import { requestGeneration } from '../src/generation/request.ts'
import { createReplicateClient } from '../src/ports/replicate-client.ts'
import { createReplicateEngine } from '../src/ports/replicate-engine.ts'
import { EDIT_MODELS } from '../src/ports/replicate-models.ts'
import { createStudioEngine } from '../src/ports/studio-engine.ts'
import { startSandbox } from './sandbox.ts'
import { books, createSeller, createWorld } from './world.ts'

// The real studio, the real guard in its thread, the real client and a model of the sandbox's that errs on demand.
const sandbox = await startSandbox()
const studio = await createStudioEngine(1)
afterAll(() => studio.close())
const replicate = createReplicateEngine({
  studio,
  client: createReplicateClient('r8_token', `${sandbox}/replicate/v1`),
  model: EDIT_MODELS['black-forest-labs/flux-kontext-pro'],
  deadlineMs: 60_000,
  webhookUrl: null,
  onNews: () => () => {},
})
const { db, context } = await createWorld({ engine: replicate })
const { storage } = context

const post = async (path: string, body: unknown) =>
  void (await fetch(`${sandbox}/replicate/sandbox${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }))
const seeds = async () => {
  const all = (await (await fetch(`${sandbox}/replicate/sandbox/predictions`)).json()) as { input: { seed: number } }[]
  return all.map(({ input }) => input.seed)
}

/** Bars and dots in three colours, transparent around. */
const DESIGN = await sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect x="60" y="80" width="780" height="90" fill="#d50032"/><circle cx="280" cy="480" r="190" fill="#1e50b4"/>${Array.from({ length: 9 }, (_, i) => `<rect x="${520 + (i % 3) * 110}" y="${330 + Math.floor(i / 3) * 110}" width="${40 + 8 * i}" height="60" fill="#e0a020"/>`).join('')}<path d="M80 820 L420 700 L820 830 Z" fill="#1c7a4a"/></svg>`,
  ),
).png().toBuffer()

const settings = { product: 'mug', product_model: null, colour: 'mug-white', model_style: 'studio-product', background: 'off-white', model_gender: null, design_size: 'medium' } as const

async function seller() {
  const user = await createSeller(db, { topup: 5 })
  const key = randomUUID()
  await storage.put(`f-${key}`, DESIGN, 'image/png')
  const design = await db.design.create({ data: { userId: user, filename: 'bars.png', fileKey: `f-${key}`, thumbnailKey: `t-${key}`, width: 900, height: 900, fileSize: DESIGN.length } })
  return {
    user,
    async make(more: Partial<GenerationRequest> = {}, engine = replicate) {
      const id = await requestGeneration({ ...context, engine }, user, { design_id: design.id, ...settings, debug: true, ...more } as GenerationRequest)
      await renderGeneration({ ...context, engine }, id, true)
      const { mockup, status, errorDetail } = await db.generation.findUniqueOrThrow({ where: { id }, include: { mockup: true } })
      if (!mockup) throw new Error(`${status}: ${errorDetail}`)
      return { ...mockup, picture: await storage.get(mockup.fileKey), order: { settings: { ...settings, ...more } as never, seed: 0, design: DESIGN } }
    },
  }
}

const pixels = (jpeg: Buffer) => sharp(jpeg).raw().toBuffer()
/** Mean colour of a square of the picture, in codes. */
async function meanAt(jpeg: Buffer, left: number, top: number, side: number): Promise<number[]> {
  const { channels } = await sharp(await sharp(jpeg).extract({ left, top, width: side, height: side }).toBuffer()).stats()
  return channels.map(({ mean }) => mean)
}

beforeEach(() => post('/next', []))

describe('the fidelity guard, with the real studio,', () => {
  it('lets a good picture pass and states its score', async () => {
    const { printPath, printFidelity } = await (await seller()).make()
    expect(printPath).toBe('model')
    expect(printFidelity).toBeGreaterThanOrEqual(90)
  })

  it('takes another seed after a wrong one', async () => {
    await post('/next', ['wrong-colour', 'good'])
    const before = await seeds()
    expect((await (await seller()).make()).printPath).toBe('another-seed')
    expect(new Set((await seeds()).slice(before.length)).size).toBe(2)
  })

  it('puts the seller’s real print back onto a picture whose ink is wrong', async () => {
    await post('/next', ['wrong-colour', 'wrong-colour', 'wrong-colour'])
    const { printPath, picture, order } = await (await seller()).make()
    expect(printPath).toBe('reprinted')
    expect(await studio.judge(order, picture)).toMatchObject({ isFaithful: true })
  })

  it('delivers the studio’s picture when the model’s is beyond mending, for one credit', async () => {
    await post('/next', ['garbled', 'garbled', 'garbled'])
    const { user, make } = await seller()
    const { printPath, printFidelity, picture } = await make()
    expect([printPath, printFidelity]).toEqual(['studio', 100])
    const own = await make({}, studio)
    const [a, b] = await Promise.all([pixels(picture), pixels(own.picture)])
    expect(a.length).toBe(b.length)
    expect((await books(db, user)).balance.topup).toBe(3)
  })
})

describe.each([['replicate', replicate], ['studio', studio]] as const)('on the %s engine', (name, engine) => {
  it('a quick recolour keeps the picture and changes the cloth; a new shot and a regeneration are other pictures', async () => {
    const { make } = await seller()
    const original = await make({}, engine)
    const before = (await seeds()).length
    const navy = await make({ colour: 'mug-navy', is_color_change: true, original_mockup_id: original.id } as Partial<GenerationRequest>, engine)
    expect((await seeds()).length, 'no model is asked').toBe(before)
    if (name === 'replicate') expect(navy.printPath).toBe('recoloured')
    expect(await studio.judge({ settings: { ...settings, colour: 'mug-navy' }, seed: 0, design: DESIGN } as never, navy.picture)).toMatchObject({ isFaithful: true })
    // The paper in the corner is the original's own; the mug is navy now.
    const [paper, paperBefore] = [await meanAt(navy.picture, 20, 20, 200), await meanAt(original.picture, 20, 20, 200)]
    expect(deltaELab(labOf(paper), labOf(paperBefore))).toBeLessThan(0.6)

    const shot = (mockup: { debugInfo: string | null }) => JSON.stringify((JSON.parse(mockup.debugInfo!) as { mockupData: { shot: object } }).mockupData.shot)
    expect(shot(navy)).toBe(shot(original))
    const again = await make({}, engine)
    expect(shot(again)).not.toBe(shot(original))
    const newShot = await make({ colour: 'mug-navy' }, engine)
    const anotherNavy = await make({ colour: 'mug-navy' }, engine)
    expect(shot(anotherNavy)).not.toBe(shot(newShot))
  })
})
