import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '@printroom/db/cluster'
import { migrate } from '@printroom/db/migrate'
import { afterAll, expect, it } from 'vitest'
import { createFixture } from './fixture.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'printroom-outage-'))
chmodSync(dataFolder, 0o755) // as root it is another account that runs Postgres in it
let cluster = await startCluster({ dataFolder, password: 'outage' })
const url = cluster.url('printroom')
await migrate(url)
const fixture = await createFixture(url)

afterAll(async () => {
  await fixture.close()
  await cluster.stop()
  rmSync(dataFolder, { recursive: true, force: true })
})

it('Postgres killed with -9 in mid-picture and started again: every order ends well, and nobody restarts a worker', async () => {
  const seller = await fixture.createSeller(3)
  const worker = await fixture.startWorker()
  const orders = [await fixture.order(seller, { held: true }), await fixture.order(seller), await fixture.order(seller)]
  await fixture.reaches(orders[0]!.id, 'rendering')
  const { port } = cluster
  process.kill(cluster.pid, 'SIGKILL')
  await cluster.exited
  await fixture.feed(orders[0]!)
  cluster = await startCluster({ dataFolder, password: 'outage', port })
  await Promise.all(orders.map(({ id }) => fixture.reaches(id, 'done', 'failed')))
  for (const order of orders)
    expect(await fixture.outcome(order)).toEqual({
      status: 'done',
      mockups: 1,
      captures: 1,
      releases: 0,
      balance: 0,
      isBalanced: true,
    })
  expect(await fixture.end(worker, 'SIGTERM')).toBe(0)
})
