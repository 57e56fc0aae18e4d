/*
 * Many programs at once: `pnpm --filter @printroom/client bench:keys [SECONDS] [KEYS] [SERVERS]`. So many accounts with a key each ask
 * five times a second, whether or not they have been answered, on a database, a server and a worker of their own, with the
 * rate limits as they are; of several servers each program asks one. Each program has a few connections of its own. A time runs
 * from the moment at which a request was due, so that a queue is in it. Prints what was answered, how soon by status, and the
 * processor time that it took.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { Agent, request as ask } from 'node:http'
import { availableParallelism, cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { createClient } from '../src/client.ts'
import { atShare, openBench, type Bench } from './server.ts'

const SECONDS = Number(process.argv[2] ?? 60)
const KEYS = Number(process.argv[3] ?? 200)
const SERVERS = Number(process.argv[4] ?? 1)
const EVERY_MS = 200
const CONNECTIONS = 4
/** What is not answered so long after the last request counts as not answered. */
const GIVE_UP_MS = 30_000
const TICKS_A_SECOND = 100

type Caller = { url: string; agent: Agent; token: string; design: string; generation: string; turn: number }
type Call = { name: string; method?: 'POST'; path: (caller: Caller) => string; body?: (caller: Caller) => object }

const MUG = { product: 'mug', model_style: 'studio-product', background: 'off-white', design_size: 'medium' }
const orderOf = ({ design }: Caller) => ({ ...MUG, design_id: design, colour: 'mug-navy' })
/** Of forty requests of a program that waits for what it has ordered; orders themselves are not among them, nor pictures. */
const MIX: readonly [times: number, call: Call][] = [
  [24, { name: 'GET /api/generations/{id}', path: ({ generation }) => `/api/generations/${generation}` }],
  [8, { name: 'GET /api/user', path: () => '/api/user' }],
  [4, { name: 'GET /api/mockups, 10 rows', path: () => '/api/mockups?limit=10' }],
  [2, { name: 'GET /api/designs, 10 rows', path: () => '/api/designs?limit=10' }],
  [
    2,
    {
      name: 'POST /api/quote, one order',
      method: 'POST',
      path: () => '/api/quote',
      body: (caller) => ({ orders: [{ ...orderOf(caller), colour: 'mug-red' }] }),
    },
  ],
]
const TURNS = MIX.flatMap(([times, call]) => Array.from({ length: times }, () => call))
const at = (turn: number): Call => TURNS[(turn * 7) % TURNS.length]!

const bench = await openBench(0, { RATE_LIMITS: 'on' }, SERVERS)
const callers = await openAccounts(bench)

const times = new Map<string, number[]>(MIX.map(([, { name }]) => [name, []]))
const byStatus = new Map<number, number[]>()
let late = 0
function send(call: Call, caller: Caller, dueAt: number): Promise<void> {
  return new Promise((resolve) => {
    const body = call.body ? JSON.stringify(call.body(caller)) : ''
    const done = (status: number) => {
      const ms = performance.now() - dueAt
      const alike = byStatus.get(status) ?? []
      alike.push(ms)
      byStatus.set(status, alike)
      if (status < 400) times.get(call.name)?.push(ms)
      resolve()
    }
    const asked = ask(
      caller.url + call.path(caller),
      {
        agent: caller.agent,
        method: call.method ?? 'GET',
        headers: {
          authorization: `Bearer ${caller.token}`,
          ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (answer) => answer.resume().once('close', () => done(answer.statusCode ?? 0)),
    )
    asked.once('error', () => done(0))
    asked.end(body)
  })
}

const open: Promise<void>[] = []
const before = { server: ticksOf(bench.pids.servers), postgres: ticksOf(postgres()), ours: process.cpuUsage() }
const startedAt = performance.now()
await new Promise<void>((resolve) => {
  let due = 0
  const total = KEYS * (1000 / EVERY_MS) * SECONDS
  const gap = EVERY_MS / KEYS
  const tick = () => {
    const now = performance.now() - startedAt
    for (; due < total && due * gap <= now; due++) {
      const caller = callers[due % KEYS]!
      late = Math.max(late, now - due * gap)
      open.push(send(at(caller.turn++), caller, startedAt + due * gap))
    }
    if (due >= total) resolve()
    else setTimeout(tick, 1)
  }
  tick()
})
await Promise.race([Promise.all(open), pause(GIVE_UP_MS, undefined, { ref: false })])
const seconds = (performance.now() - startedAt) / 1000

const share = (ticks: number) => `${((ticks / TICKS_A_SECOND / seconds) * 100).toFixed(0)} %`
const ours = process.cpuUsage(before.ours)
const answered = [...byStatus.values()].reduce((sum, { length }) => sum + length, 0)
console.log(
  `${KEYS} keys, 5 requests a second each for ${SECONDS} s, ${SERVERS} servers on ${availableParallelism()} cores (${cpus()[0]?.model}): ${open.length} requests, ${answered} answered within ${seconds.toFixed(0)} s, ${(answered / seconds).toFixed(0)} a second; by status ${[...byStatus].map(([status, { length }]) => `${status}: ${length}, ${(length / seconds).toFixed(0)} a second`).join('; ')}`,
)
console.log(
  `of a core: servers ${share(ticksOf(bench.pids.servers) - before.server)}, Postgres ${share(ticksOf(postgres()) - before.postgres)}, this script ${(((ours.user + ours.system) / 1e6 / seconds) * 100).toFixed(0)} %; sent at most ${late.toFixed(0)} ms late`,
)
const rows = [...byStatus].map(([status, found]) => [`all with ${status}`, found] as const)
for (const [name, found] of [...rows, ...times])
  console.log(
    `${name.padEnd(36)} median ${atShare(found, 0.5)}, p90 ${atShare(found, 0.9)}, p99 ${atShare(found, 0.99)}, largest ${atShare(found, 1)} of ${found.length}`,
  )
callers.forEach(({ agent }) => agent.destroy())
await bench.close()

/** Accounts as they are after a while: a key, a design, twelve mockups. The first one's picture is made, the others' rows are copies. */
async function openAccounts({ url, urls, db, session }: Bench): Promise<Caller[]> {
  const printroom = createClient({ url, apiKey: session })
  const png = await sharp({ create: { width: 600, height: 600, channels: 4, background: '#e4572e' } })
    .png()
    .toBuffer()
  const { id: design } = await printroom.designs.upload(png)
  const order = await printroom.mockups.create({
    ...MUG,
    design_id: design,
    colour: 'mug-navy',
    idempotency_key: 'the first',
  })
  const mockup = await order.wait()
  const made: Caller[] = []
  for (let nth = 0; nth < KEYS; nth++) {
    const token = `prk_${randomBytes(32).toString('base64url')}`
    const [user, copy, generation] = [randomUUID(), randomUUID(), randomUUID()]
    await db.query(`INSERT INTO users (id, email) VALUES ($1, $2)`, [user, `${user}@example.com`])
    await db.query(
      `INSERT INTO credit_entries (id, user_id, amount, bucket, reason, idempotency_key) VALUES (gen_random_uuid(), $1::uuid, 100, 'topup', 'support', 'bench ' || $1::text)`,
      [user],
    )
    await db.query(
      `INSERT INTO api_keys (id, user_id, name, token_hash, ending, scope) VALUES (gen_random_uuid(), $1, 'bench', $2, $3, 'write')`,
      [user, createHash('sha256').update(token).digest('hex'), token.slice(-4)],
    )
    await copyRow('designs', { id: design }, { id: copy, user_id: user, ...filesOf(copy) })
    const { rows } = await db.query<{ id: string }>(
      `SELECT id FROM generations WHERE idempotency_key = 'the first' AND user_id = (SELECT user_id FROM designs WHERE id = $1)`,
      [design],
    )
    await copyRow('generations', { id: rows[0]?.id }, { id: generation, user_id: user, design_id: copy })
    for (let place = 0; place < 12; place++) {
      const id = randomUUID()
      const generation_id = place === 0 ? generation : null
      await copyRow('mockups', mockup, { id, user_id: user, design_id: copy, generation_id, ...filesOf(id) })
    }
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    made.push({ url: urls[nth % urls.length] ?? url, agent, token, design: copy, generation, turn: nth })
  }
  return made
}

/** Where nothing lies: no file is asked for here. */
function filesOf(name: string) {
  return { file_key: `${name}.png`, thumbnail_key: `${name}-small.webp`, card_key: null, print_key: null }
}

/** A row once more, with some of its columns changed. */
async function copyRow(
  table: string,
  { id }: { id: string | undefined },
  changed: Record<string, string | null>,
): Promise<void> {
  await bench.db.query(
    `INSERT INTO ${table} SELECT copied.* FROM ${table} original,
      json_populate_record(original, $2::json) AS copied WHERE original.id = $1`,
    [id, JSON.stringify(changed)],
  )
}

/** Processor time of processes so far, in ticks (proc(5): utime and stime). */
function ticksOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return sum + Number(fields[11]) + Number(fields[12])
    } catch {
      return sum // it ended meanwhile
    }
  }, 0)
}

/** Postgres and its children. */
function postgres(): number[] {
  const { postgres: parent } = bench.pids
  const children = readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent)
      )
    } catch {
      return false
    }
  })
  return [parent, ...children.map(Number)]
}
