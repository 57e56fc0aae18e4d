import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import type { DesignWire, UserWire } from '@printroom/contract/wire'
import sharp from 'sharp'
import { EXAMPLES } from '@printroom/products/examples.data'
import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import type { TestServer } from './test-server.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const examplesOf = (name: string): string =>
  join(PRODUCTS_FOLDER, EXAMPLES.find((example) => example.name === name)?.product ?? '', 'examples', `${name}.webp`)

const INKS = [
  ['#F2A541', '#D9483B', '#1F4E5F'],
  ['#2E7D5B', '#F3E3B3', '#20302B'],
  ['#7A4FA3', '#F28AA8', '#2B2440'],
] as const

/** A design of ours: a sun over waves, on nothing. */
export function drawSun(at = 0): Promise<Buffer> {
  const [sun, sky, sea] = INKS[at % INKS.length] ?? INKS[0]
  const waves = [0, 1, 2].map(
    (row) =>
      `<path d="M150 ${760 + row * 90} q75 -70 150 0 t150 0 t150 0 t150 0 t150 0" fill="none" stroke="${sea}" stroke-width="34" stroke-linecap="round"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1050" height="1050"><path d="M165 660 a360 360 0 0 1 720 0 z" fill="${sky}"/><path d="M285 660 a240 240 0 0 1 480 0 z" fill="${sun}"/>${waves.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Signs a new person up in this page's browser, without clicking through it. */
export async function signUp(page: Page, { url }: TestServer, email: string): Promise<UserWire> {
  const registered = await page.request.post(`${url}/api/auth/register`, { headers: { origin: url }, data: { email } })
  const { user } = (await registered.json()) as { user: UserWire }
  await page.goto(`${url}/pricing`)
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(user))
  return user
}

export async function uploadDesign(
  page: Page,
  { url }: TestServer,
  filename: string,
  png: Buffer,
): Promise<DesignWire> {
  const file = { name: filename, mimeType: 'image/png', buffer: png }
  const uploaded = await page.request.post(`${url}/api/designs`, {
    headers: { origin: url },
    multipart: { design: file },
  })
  return (await uploaded.json()) as DesignWire
}

/** The balance is what the ledger adds up to; so a test moves it by an entry as well. */
export async function setCredits({ db }: TestServer, userId: string, credits: number): Promise<void> {
  const { planCredits, topupCredits } = await db.user.findUniqueOrThrow({ where: { id: userId } })
  const amount = credits - planCredits - topupCredits
  const key = `test-${userId}-${Date.now()}`
  if (amount !== 0)
    await db.creditEntry.create({ data: { userId, amount, bucket: 'topup', reason: 'support', idempotencyKey: key } })
}

/** Gives a person finished mockups as the gallery has them, newest first, without a worker: rows and files. Returns their ids. */
export async function giveMockups(
  testServer: TestServer,
  user: UserWire,
  design: DesignWire,
  folderName: string,
  count: number,
  debugInfo: string | null = null,
): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const { name: file, baseModel, product, colour, style, background } = EXAMPLES[at % EXAMPLES.length] ?? EXAMPLES[0]
    const stem = `${folderName.replaceAll('-', '')}${at}${design.id.replaceAll('-', '')}`
    const [fileKey, thumbnailKey] = [`mockup-${stem}.jpg`, `mockup-${stem}-thumb.jpg`]
    await Promise.all([store(testServer, fileKey, file, 1024), store(testServer, thumbnailKey, file, 512)])
    const shot = {
      product,
      productModel: baseModel,
      colour,
      modelStyle: style,
      background,
      modelGender: style === 'lifestyle-casual' ? 'woman' : null,
    }
    const row = {
      ...shot,
      userId: user.id,
      designId: design.id,
      designSize: 'medium',
      fileKey,
      thumbnailKey,
      folderName,
      debugInfo,
    }
    const { id } = await testServer.db.mockup.create({
      data: { ...row, createdAt: new Date(Date.now() - at * 2 * DAY_MS) },
    })
    ids.push(id)
  }
  return ids
}

/** How far a person's orders are, the oldest first: `done`, or being rendered, in percent. What is not named stays in line. */
export type Progress = readonly ('done' | number)[]

/** Moves a person's orders on as a worker does, and tells the server in a worker's way. */
export async function moveOrders(
  testServer: TestServer,
  user: UserWire,
  design: DesignWire,
  progress: Progress,
): Promise<void> {
  const orders = await testServer.db.generation.findMany({
    where: { userId: user.id, status: { in: ['queued', 'rendering'] } },
    // Those of a batch are placed at one instant.
    orderBy: [{ createdAt: 'asc' }, { batchPlace: 'asc' }],
  })
  for (const [at, state] of progress.entries()) {
    const id = orders[at]?.id
    if (!id) throw new Error(`There are only ${orders.length} orders`)
    const isDone = state === 'done'
    if (isDone) {
      const [mockup] = await giveMockups(testServer, user, design, id, 1)
      await testServer.db.mockup.update({
        where: { id: mockup ?? '' },
        data: { generationId: id, folderName: 'green-harbour-7' },
      })
      await testServer.db.$executeRaw`SELECT graphile_worker.remove_job(${id})`
    }
    const data = isDone
      ? ({ status: 'done', progress: 100 } as const)
      : ({ status: 'rendering', progress: state } as const)
    await testServer.db.generation.update({ where: { id }, data })
    await testServer.db.$executeRaw`SELECT pg_notify('generation', ${JSON.stringify({ id, userId: user.id, ...data })})`
  }
}

/** Ends an order in a refund as a worker does, with this sentence, and tells the server. */
export async function failOrder({ db }: TestServer, id: string, error: string): Promise<void> {
  const { userId, bucket, planCycle } = await db.creditEntry.findUniqueOrThrow({
    where: { idempotencyKey: `reserve:${id}` },
  })
  const refund = { userId, amount: 1, bucket, planCycle, reason: 'release', reference: id } as const
  await db.$transaction(async (tx) => {
    await tx.generation.update({ where: { id }, data: { status: 'failed', error, finishedAt: new Date() } })
    await tx.creditEntry.create({ data: { ...refund, idempotencyKey: `resolve:${id}` } })
    await tx.$executeRaw`SELECT graphile_worker.remove_job(${id})`
    await tx.$executeRaw`SELECT pg_notify('generation', ${JSON.stringify({ id, userId, status: 'failed', progress: 0 })})`
  })
}

/** Nothing of a person's is in the making any more, and nothing was ordered within the last minute. */
export async function finishOrders(testServer: TestServer, user: UserWire, design: DesignWire): Promise<void> {
  const underWay = await testServer.db.generation.count({
    where: { userId: user.id, status: { in: ['queued', 'rendering'] } },
  })
  await moveOrders(
    testServer,
    user,
    design,
    Array.from({ length: underWay }, () => 'done' as const),
  )
  await testServer.db.generation.updateMany({
    where: { userId: user.id },
    data: { createdAt: new Date(Date.now() - 61_000) },
  })
}

/** Where the local storage looks for a key: in a folder of the last two characters of its stem. */
async function store({ files }: TestServer, key: string, picture: string, side: number): Promise<void> {
  const stem = key.replace(/\..*$/, '')
  const path = join(files, stem.slice(-2), key)
  await mkdir(dirname(path), { recursive: true })
  const name = `${picture} ${side}`
  const made = pictures.get(name) ?? sharp(examplesOf(picture)).resize(side, side).jpeg().toBuffer()
  pictures.set(name, made)
  await writeFile(path, await made)
}

const pictures = new Map<string, Promise<Buffer>>()

/** An endpoint of somebody's with a message that was taken, one that failed and one that waits. */
export async function giveWebhook({ db }: TestServer, userId: string): Promise<void> {
  const endpoint = await db.webhookEndpoint.create({
    data: {
      userId,
      url: 'https://hooks.sunset-club.example.com/printroom/messages',
      events: ['mockup.completed', 'batch.completed'],
      secret: 'whsec_dGVzdA==',
      failingSince: new Date('2026-11-20T09:30:00Z'),
    },
  })
  for (const [nth, status] of (['delivered', 'failed', 'waiting'] as const).entries()) {
    const event = await db.webhookEvent.create({
      data: { userId, type: 'mockup.completed', key: `seed-${nth}`, payload: {} },
    })
    await db.webhookDelivery.create({
      data: {
        userId,
        endpointId: endpoint.id,
        eventId: event.id,
        status,
        nextAttemptAt: status === 'waiting' ? new Date('2026-11-20T10:30:00Z') : null,
        createdAt: new Date(`2026-11-20T09:3${nth}:00Z`),
        attempts: {
          create: {
            status: status === 'delivered' ? 200 : 503,
            latencyMs: 84,
            answer: status === 'delivered' ? 'ok' : '<html><body>Service Unavailable</body></html>',
          },
        },
      },
    })
  }
}

/** Keys of somebody's as they come to be: half spent, spent, about to end, ended; and what was asked for with the first. */
export async function giveKeys({ db }: TestServer, userId: string): Promise<void> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000)
  const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth()))
  const keys = [
    { name: 'Shop import', scope: 'read', canMake: true, monthlyCap: 100, spent: 42, expiresAt: day(60) },
    { name: 'A nightly job with a name that is as long as it may be', scope: 'write', monthlyCap: 5, spent: 5 },
    { name: 'Reports', scope: 'read', expiresAt: day(4), lastUsedAt: new Date('2026-11-20T09:30:00Z') },
    { name: 'Old laptop', scope: 'write', expiresAt: day(-3), spent: 12 },
  ] as const
  const made: { id: string; name: string; ending: string }[] = []
  for (const [nth, { spent = 0, ...key }] of keys.entries() as Iterable<
    [number, (typeof keys)[number] & { spent?: number }]
  >)
    made.push(
      await db.apiKey.create({
        data: {
          ...key,
          userId,
          tokenHash: `seed-${userId}-${nth}`,
          ending: ['x7Qk', 'a_2Z', 'pR9-', '0fGh'][nth] ?? '',
          lastUsedFrom: 'lastUsedAt' in key ? '2001:db8:7:1::/64' : null,
          months: { create: { month, spent } },
        },
      }),
    )
  const [shop] = made
  const asked = [
    ['POST', '/api/generate-mockup', 200, null, 2840],
    ['POST', '/api/batches', 402, 'key_cap_reached', 31],
    ['GET', '/api/trpc/user.get,design.list', 200, null, 12],
    ['GET', `/api/mockups/0192a3b4-0000-7000-8000-000000000000/file`, 404, 'not_found', 4],
    ['GET', '/api/trpc/generation.watch', null, null, 61_204],
    ['GET', '/api/designs', 503, 'unready', 5012],
  ] as const
  await db.apiRequest.createMany({
    data: asked.map(([method, path, status, errorCode, latencyMs], nth) => ({
      userId,
      apiKeyId: shop?.id ?? '',
      keyName: shop?.name ?? '',
      keyEnding: shop?.ending ?? '',
      method,
      path,
      status,
      errorCode,
      latencyMs,
      address: nth % 2 ? '203.0.113.7' : '2001:db8:7:1::/64',
      createdAt: new Date(Date.now() - nth * 60_000),
    })),
  })
}
