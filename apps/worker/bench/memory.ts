import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startDisposableCluster } from '@printroom/db/cluster'
import { migrate } from '@printroom/db/migrate'
import { largeDesign, memoryOf, variedSettings } from '../test/varied-orders.ts'
import { createFixture } from '../test/fixture.ts'

// tsx bench/memory.ts [pictures] [threads]: a real worker makes varied pictures one after the other's end; its memory after
// every ten, and pictures a minute from the first order to the last. The first round finds no plate in memory, the second is
// of the same orders in other colours.

const [pictures = '50', threads = '2'] = process.argv.slice(2)
const count = Number(pictures)
const cluster = await startDisposableCluster()
const url = cluster.url('printroom')
await migrate(url)
const fixture = await createFixture(url, { WORKER_CONCURRENCY: threads })
const say = (line: string) => process.stdout.write(`${line}\n`)

const worker = await fixture.startWorker()
say(`at rest: ${memoryOf(worker.pid!).now} MB`)
const png = await largeDesign()
const seller = await fixture.createSeller(count)
const orders = []
for (const settings of variedSettings(count)) orders.push(await fixture.order(seller, { settings, png }))
const startedAt = performance.now()
for (const [at, { id }] of orders.entries()) {
  await fixture.reaches(id, 'done', 'failed')
  const { now, most } = memoryOf(worker.pid!)
  if ((at + 1) % 10 === 0)
    say(
      `after ${at + 1}: ${now} MB, at most ${most} MB; ${((60_000 * (at + 1)) / (performance.now() - startedAt)).toFixed(0)} pictures a minute`,
    )
}
const failed = await fixture.db.generation.count({ where: { status: { not: 'done' } } })
if (failed > 0) say(`${failed} were not made`)
const hashes = []
for (const { fileKey } of await fixture.db.mockup.findMany()) hashes.push(await hashOf(fileKey))
say(`what was made, as one hash: ${createHash('sha256').update(hashes.toSorted().join()).digest('hex').slice(0, 16)}`)
await fixture.close()
await cluster.stop()

async function hashOf(fileKey: string): Promise<string> {
  const names = await readdir(fixture.dataDir, { recursive: true })
  const file = join(
    fixture.dataDir,
    names.find((name) => name.endsWith(fileKey))!,
  )
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}
