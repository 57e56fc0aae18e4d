import { describe, expect, it, vi } from 'vitest'
import { openTestServer } from './harness.ts'

const TOKEN = 'a-token-of-operators'
const testServer = await openTestServer({ OPERATOR_TOKEN: TOKEN })
const get = (path: string, authorization?: string) =>
  fetch(testServer.url + path, { headers: authorization ? { authorization } : {} })
const basic = (password: string) => `Basic ${Buffer.from(`anyone:${password}`).toString('base64')}`

describe('what operators see', () => {
  it.each(['/metrics', '/ops/queue'])('is shown to nobody without the token: %s', async (path) => {
    for (const given of [undefined, 'Bearer', 'Bearer wrong', basic('wrong'), TOKEN])
      expect((await get(path, given)).status, given).toBe(401)
    expect((await get(path)).headers.get('www-authenticate')).toContain('Basic')
    for (const given of [`Bearer ${TOKEN}`, basic(TOKEN)]) expect((await get(path, given)).status, given).toBe(200)
  })

  it('is the queue in figures, for Prometheus and for eyes', async () => {
    const user = await testServer.context.db.user.create({ data: { email: 'ops@example.com' } })
    const common = { userId: user.id, input: {}, inputHash: 'x', seed: 0 }
    const now = Date.now()
    const before = (seconds: number) => new Date(now - seconds * 1000)
    await testServer.context.db.generation.createMany({
      data: [
        { ...common, idempotencyKey: '1', status: 'queued', createdAt: before(40) },
        { ...common, idempotencyKey: '2', status: 'done', createdAt: before(30), finishedAt: before(20) },
        { ...common, idempotencyKey: '3', status: 'done', createdAt: before(1000), finishedAt: before(980) },
        {
          ...common,
          idempotencyKey: '4',
          status: 'failed',
          createdAt: before(50),
          finishedAt: before(10),
          errorDetail: 'Error: <b>lamp</b>',
        },
      ],
    })
    const metrics = await (await get('/metrics', `Bearer ${TOKEN}`)).text()
    for (const line of [
      'printroom_generations{status="queued"} 1',
      'printroom_finished_5m{status="done"} 1',
      'printroom_finished_1h{status="done"} 2',
      'printroom_finished_5m{status="failed"} 1',
      'printroom_order_seconds{quantile="0.5"} 15',
      'printroom_workers 0',
    ])
      expect(metrics.split('\n')).toContain(line)
    expect(Number(/oldest_seconds (\d\S*)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(40)
    for (const line of metrics.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|\w+(\{[^}]*\})? [\d.]+(e[+-]\d+)?)$/)

    const page = await (await get('/ops/queue', basic(TOKEN))).text()
    expect(page).toContain('<dt>Waiting</dt><dd>1</dd>')
    expect(page).toContain('Error: &#60;b&#62;lamp')
  })
})

describe('the pauses of the server', () => {
  const pause = async () =>
    Number(
      /^printroom_server_event_loop_pause_seconds ([\d.e-]+)$/m.exec(
        await (await get('/metrics', `Bearer ${TOKEN}`)).text(),
      )?.[1],
    )

  it('are told once, the longest since the last question', async () => {
    // Between two questions Node's histogram needs a turn of the loop to count from: a first try may come too early.
    const longest = await vi.waitFor(
      async () => {
        const until = performance.now() + 1_000
        while (performance.now() < until) continue
        const seen = await pause()
        expect(seen).toBeGreaterThan(0.9)
        return seen
      },
      { timeout: 30_000, interval: 100 },
    )
    // A machine that others load may pause as long again, but hardly to the same millisecond.
    expect(await pause()).not.toBe(longest)
  })
})

describe('without a token in the environment', () => {
  it('neither is there', async () => {
    const closed = await openTestServer()
    expect(
      await (await fetch(`${closed.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text(),
    ).not.toContain('printroom_')
  })
})
