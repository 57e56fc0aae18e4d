/*
 * Who can stall whom: `pnpm --filter @printroom/server bench`. A server, a worker, Postgres and a Stripe that can be slow,
 * all on this machine and by themselves; what one seller waits for `GET /api/user` while others do their worst, and how
 * many such answers a second there are beside a bare Fastify with the same SQL. Prints Markdown; takes some minutes.
 */
import { createHmac } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createDb } from '@printroom/db/client'
import sharp from 'sharp'
import { hostilePngs } from './stall/hostile-pngs.ts'
import { messageOf, openTestServer, startScript, WEBHOOK_SECRET } from './stall/test-server.ts'
import { askAs, signUp, uploadAs, type Person } from './stall/people.ts'
import type { Pushed, Task, Watched } from './stall/probe.ts'
import { recordStatements } from './stall/record.ts'
import { quantile, spreadOf, tableOf, type Phase } from './stall/table.ts'

const SELLERS = 200
/** They ask, and are never among those who do something. */
const WATCHERS = 20
const UPLOADS = 10
const WEBHOOKS = 12
const STRIPE_DELAY_MS = 10_000
const QUIET_MS = 15_000
/** Slower than this is not told apart. */
const LONGEST_MS = 120_000
const PUSH_MS = 8_000
const PUSH_ROUNDS = 2
const CONNECTIONS = 32
const WATCHED = [
  { path: '/api/user', everyMs: 50 },
  { path: '/', everyMs: 250 },
]

const say = (line: string) => console.error(line)
const probe = startScript('./probe.ts')
const tell = (task: Task) => void probe.send(task)
const testServer = await openTestServer()
try {
  const url = await testServer.restart()
  say(`${SELLERS + WATCHERS} people sign up`)
  const people = await signUp(testServer, url, SELLERS + WATCHERS)
  const [watchers, sellers] = [people.slice(0, WATCHERS), people.slice(WATCHERS)]
  const cookies = watchers.map(({ cookie }) => cookie)

  /** A fresh server, warmed up, watched while `act` goes on. */
  const phase = async (name: string, act: (url: string) => Promise<unknown>): Promise<Phase> => {
    say(name)
    const address = await testServer.restart()
    tell({
      kind: 'push',
      url: address,
      cookies: people.map(({ cookie }) => cookie),
      path: '/api/user',
      connections: 4,
      forMs: 2_000,
    })
    await messageOf<Pushed>(probe)
    await testServer.metrics()
    tell({ kind: 'watch', url: address, cookies, paths: WATCHED })
    await act(address)
    tell({ kind: 'stop' })
    const watched = await messageOf<Watched>(probe)
    return { name, watched, ...(await testServer.metrics()) }
  }

  const phases = [await phase('nothing else goes on', () => pause(QUIET_MS))]
  const notes: string[] = []
  phases.push(
    await phase(`Stripe takes ${STRIPE_DELAY_MS / 1000} s to answer, ${WEBHOOKS} signed webhooks`, (at) =>
      slowStripe(at, sellers, notes),
    ),
  )
  phases.push(await phase(`${SELLERS} sellers order at once`, (at) => manyOrders(at, sellers, notes)))
  phases.push(
    await phase(`one account sends ${UPLOADS} hostile uploads at once`, (at) => hostileUploads(at, sellers, notes)),
  )
  const throughput = await compare(sellers)

  console.log(
    `\nOn ${availableParallelism()} cores, Node ${process.versions.node}, one server, one worker, Postgres, all on this machine.\n`,
  )
  console.log(tableOf(phases))
  console.log(`\n${[...notes, throughput].map((note) => `- ${note}`).join('\n')}`)
} finally {
  probe.kill('SIGKILL')
  await testServer.close()
}

async function slowStripe(url: string, sellers: Person[], notes: string[]): Promise<void> {
  const db = createDb(testServer.env.DATABASE_URL ?? '', 2)
  const customers: string[] = []
  try {
    for (const { id, email } of sellers.slice(0, WEBHOOKS)) {
      const made = await fetch(`${testServer.stripe.url}/v1/customers`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_bench' },
        body: new URLSearchParams({ email }),
      })
      const { id: customer } = (await made.json()) as { id: string }
      await db.user.update({ where: { id }, data: { stripeCustomerId: customer } })
      customers.push(customer)
    }
  } finally {
    await db.$disconnect()
  }
  await webhook(url, customers[0] ?? '', 'evt_bench_first') // the sandbox is set up at the first question
  testServer.stripe.delay(STRIPE_DELAY_MS)
  const sent = Promise.all(customers.map((customer, nth) => webhook(url, customer, `evt_bench_${nth}`)))
  const answers = await Promise.race([sent, pause(LONGEST_MS, [])])
  testServer.stripe.delay(0)
  notes.push(
    `The ${WEBHOOKS} webhooks were answered ${statusesOf(answers)} after ${spreadOf(answers.map(({ ms }) => ms))} (median, p99).`,
  )
  await pause(
    Math.max(
      0,
      QUIET_MS -
        quantile(
          answers.map(({ ms }) => ms),
          1,
        ),
    ),
  ) // watched as long as when all is quiet
}

async function webhook(url: string, customer: string, id: string) {
  const created = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    id,
    object: 'event',
    type: 'customer.subscription.updated',
    created,
    data: { object: { id: 'sub_bench', object: 'subscription', customer } },
  })
  const signature = `t=${created},v1=${createHmac('sha256', WEBHOOK_SECRET).update(`${created}.${body}`).digest('hex')}`
  const stripe: Person = { id: '', email: '', cookie: '', address: '10.1.0.1' }
  return askAs(stripe, `${url}/api/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  })
}

async function manyOrders(url: string, sellers: Person[], notes: string[]): Promise<void> {
  const png = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#2080c0' } })
    .png()
    .toBuffer()
  const designs: string[] = []
  for (const seller of sellers) designs.push((JSON.parse((await uploadAs(seller, url, png)).body) as { id: string }).id)
  const answers = await Promise.all(
    sellers.map((seller, nth) =>
      askAs(seller, `${url}/api/generate-mockup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          design_id: designs[nth],
          product: 'mug',
          colour: 'mug-navy',
          model_style: 'studio-product',
          background: 'white-studio',
          design_size: 'medium',
        }),
      }),
    ),
  )
  notes.push(
    `The ${SELLERS} orders, after as many small uploads, were answered ${statusesOf(answers)} (202: it is made later) after ${spreadOf(answers.map(({ ms }) => ms))}.`,
  )
}

async function hostileUploads(url: string, sellers: Person[], notes: string[]): Promise<void> {
  const pngs = await hostilePngs()
  const uploader = sellers[0]
  if (!uploader) throw new Error('Nobody has signed up.')
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(LONGEST_MS)
  // Five of ten are the large picture.
  const sent = Array.from({ length: UPLOADS }, (_, nth) => pngs[nth % 2 === 0 ? 0 : 1 + ((nth >> 1) % 2)])
  const answers = await Promise.all(sent.map((png) => uploadAs(uploader, url, png?.bytes ?? Buffer.alloc(0), signal)))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  notes.push(
    `The ${UPLOADS} uploads (${pngs.map(({ name, bytes }) => `${name}: ${(bytes.length / 1e6).toFixed(1)} MB`).join(', ')}) were answered ${statusesOf(answers)} within ${seconds} s (0: not within ${LONGEST_MS / 1000} s).`,
  )
}

/** Answers a second of this server and of the bare one, by turns. */
async function compare(sellers: Person[]): Promise<string> {
  say('answers a second, beside a bare Fastify with the same SQL')
  const url = await testServer.restart()
  const cookies = sellers.map(({ cookie }) => cookie)
  const bare = startScript('./bare.ts')
  try {
    const recorded = await recordStatements(testServer.env, cookies)
    bare.send({ databaseUrl: testServer.env.DATABASE_URL, poolSize: 10, recorded })
    const bareUrl = await messageOf<string>(bare)
    const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
    let failures = 0
    for (let round = 0; round <= PUSH_ROUNDS; round++)
      for (const [name, at] of [
        ['bare', bareUrl],
        ['ours', url],
      ] as const) {
        tell({
          kind: 'push',
          url: at,
          cookies,
          path: '/api/user',
          connections: CONNECTIONS,
          forMs: round === 0 ? 2_000 : PUSH_MS,
        })
        const pushed = await messageOf<Pushed>(probe)
        if (round > 0) rates[name].push(pushed.answers / pushed.seconds)
        failures += pushed.failures
      }
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const [ours, least] = [mean(rates.ours), mean(rates.bare)]
    const statements = recorded[0]?.statements.length ?? 0
    return `\`GET /api/user\` over ${CONNECTIONS} connections: ${ours.toFixed(0)} answers a second, a bare Fastify with the same ${statements} statements ${least.toFixed(0)}: ${((100 * ours) / least).toFixed(0)} % of it${failures ? `; ${failures} were not answered 200` : ''}.`
  } finally {
    bare.kill('SIGKILL')
  }
}

function statusesOf(answers: readonly { status: number }[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ') || 'not at all'
}
