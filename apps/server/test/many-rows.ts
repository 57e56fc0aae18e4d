import { randomUUID } from 'node:crypto'
import { promptOf } from '@printroom/core/domain/generation/prompt'
import { Client, openTestServer } from './harness.ts'
import { startProcess } from './processes.ts'

// A seller with far more of everything than one answer holds.
export const testServer = await openTestServer()
/** In a process of its own, so that what the test does with its answers takes nothing from it. */
export const server = await startProcess('server', { ...testServer.env, LOG_LEVEL: 'info' })
export const { db } = testServer.context
export const seller = new Client(testServer)
export const neighbour = new Client(testServer)

export const DESIGNS = 2_000
export const FOLDERS = 30
export const IN_A_FOLDER = 100
export const MOCKUPS = FOLDERS * IN_A_FOLDER
export const DAY_MS = 24 * 3_600_000
/** Signs that grow the most on their way: a quote is escaped once in the debug text and once more around it. */
const LONG_NAME = `${'"'.repeat(251)}.png`
const SHOT = {
  product: 't-shirt',
  productModel: 'bella-canvas-3001',
  colour: 'navy',
  modelStyle: 'lifestyle-casual',
  background: 'lifestyle-indoor',
  modelGender: 'woman',
  designSize: 'medium',
}
const SETTINGS = {
  product: 't-shirt',
  product_model: 'bella-canvas-3001',
  colour: 'navy',
  model_style: 'lifestyle-casual',
  background: 'lifestyle-indoor',
  model_gender: 'woman',
  design_size: 'medium',
} as const
const gains = {
  key: [0.612345678901234, 0.612345678901234, 0.612345678901234],
  fill: [0.08123456789012345, 0.08123456789012345, 0.08123456789012345],
  env: [0.3212345678901234, 0.3212345678901234, 0.3212345678901234],
}
const shot = {
  product: 't-shirt',
  geometry: 'lifestyle-casual-woman-1',
  light: { name: 'soft-left', gains },
  frame: { name: 'close', x: 0.5012345678901234, y: 0.4987654321098765, scale: 0.9387654321098765 },
  seed: 123,
}
const debugInfo = JSON.stringify({
  timestamp: new Date().toISOString(),
  designInfo: { id: randomUUID(), filename: LONG_NAME, fileSize: 10_485_760 },
  mockupData: { ...SETTINGS, engine: 'studio', shot },
  prompt: promptOf(SETTINGS, LONG_NAME),
})

export async function give(userId: string, times: number): Promise<void> {
  const at = (index: number) => new Date(Date.now() - index * 60_000)
  const design = (index: number) => ({
    userId,
    filename: LONG_NAME,
    fileKey: randomUUID(),
    thumbnailKey: randomUUID(),
    width: 12_000,
    height: 4_000,
    fileSize: 10_000_000,
    createdAt: at(index),
  })
  await db.design.createMany({ data: Array.from({ length: DESIGNS * times }, (_, index) => design(index)) })
  const { id: designId } = await db.design.findFirstOrThrow({ where: { userId } })
  // Three in a row of one time: a cursor has to tell them apart.
  const mockup = (index: number) => ({
    ...SHOT,
    userId,
    designId,
    folderName: `${'漢'.repeat(60)}-${index % (FOLDERS * times)}`,
    fileKey: randomUUID(),
    thumbnailKey: randomUUID(),
    debugInfo,
    createdAt: at(index - (index % 3)),
  })
  for (let from = 0; from < MOCKUPS * times; from += 1_000)
    await db.mockup.createMany({ data: Array.from({ length: 1_000 }, (_, index) => mockup(from + index)) })
  const input = { settings: SETTINGS, debug: true, recolours: null, original: null }
  const generation = (index: number) => ({
    userId,
    designId,
    input,
    inputHash: 'x',
    seed: index,
    idempotencyKey: randomUUID(),
    createdAt: at(0),
  })
  await db.generation.createMany({ data: Array.from({ length: 200 * times }, (_, index) => generation(index)) })
  await db.session.createMany({
    data: Array.from({ length: 200 * times }, () => ({
      id: randomUUID(),
      userId,
      expiresAt: new Date(Date.now() + DAY_MS),
    })),
  })
  await db.trustedDevice.createMany({
    data: Array.from({ length: 200 * times }, () => ({ userId, tokenHash: randomUUID() })),
  })
  await db.creditEntry.createMany({
    data: Array.from({ length: 400 * times }, () => ({
      userId,
      amount: 1,
      bucket: 'topup' as const,
      reason: 'support' as const,
      idempotencyKey: randomUUID(),
    })),
  })
}

export const call = async <T>(path: string, input: object = {}, who = seller): Promise<T> => {
  const answer = await who.fetch(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`)
  return (await answer.json<{ result: { data: T } }>()).result.data
}
export const batchOf = (path: string, count: number, input: object = {}) =>
  `/api/trpc/${Array.from({ length: count }, () => path).join()}?batch=1&input=${encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, input]))))}`
