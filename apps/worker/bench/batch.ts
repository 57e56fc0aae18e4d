import { loadavg } from 'node:os'
import { BATCH_MAX_PICTURES } from '@printroom/contract/limits'
import { orderBatch } from '@printroom/core/domain/batches/order'
import { getBatch } from '@printroom/core/domain/batches/read'
import { startDisposableCluster } from '@printroom/db/cluster'
import { migrate } from '@printroom/db/migrate'
import { largeDesign, memoryOf, variedSettings } from '../test/varied-orders.ts'
import { createFixture } from '../test/fixture.ts'

// tsx bench/batch.ts [pictures] [threads]: one batch, a grid of designs and ten scenes far from one another, made by a worker
// that has the machine to itself. Tells the seconds of the order, pictures a minute from the order to the last picture, memory, failures, and the
// machine's load before and after: a figure taken beside other work is none.

const PICTURES_A_DESIGN = 10

const [pictures, threads] = readArguments(process.argv.slice(2))
const cluster = await startDisposableCluster()
const url = cluster.url('printroom')
await migrate(url)
const fixture = await createFixture(url, { WORKER_CONCURRENCY: String(threads) })
const say = (line: string) => process.stdout.write(`${line}\n`)
try {
  const seller = await fixture.createSeller(pictures)
  const png = await largeDesign()
  const designs: { id: string }[] = []
  while (designs.length < Math.ceil(pictures / PICTURES_A_DESIGN)) designs.push(await fixture.design(seller, { png }))
  const scenes = variedSettings(PICTURES_A_DESIGN)
  const items = designs
    .flatMap(({ id }) => scenes.map((settings) => Object.assign({ design_id: id }, settings)))
    .slice(0, pictures)

  const worker = await fixture.startWorker()
  const before = load()
  const startedAt = performance.now()
  const secondsSince = (start: number) => (performance.now() - start) / 1000
  const { id } = await orderBatch(fixture.context, seller, { items })
  say(`${pictures} pictures ordered in ${secondsSince(startedAt).toFixed(2)} s`)
  const orders = await fixture.db.generation.findMany({ where: { batchId: id }, orderBy: { batchPlace: 'asc' } })
  for (const order of orders) await fixture.reaches(order.id, 'done', 'failed')
  const seconds = secondsSince(startedAt)
  const { counts } = await getBatch(fixture.context, seller, id)
  say(`${counts.done} done and ${counts.failed} failed in ${seconds.toFixed(1)} s, on ${threads} threads`)
  say(`${((counts.done * 60) / seconds).toFixed(0)} pictures a minute, cold start of the plates included`)
  say(`worker at most ${memoryOf(worker.pid!).most} MB; load of the machine ${before} before, ${load()} after`)
} finally {
  await fixture.close()
  await cluster.stop()
}

/** The mean number of processes that ran or wanted to, over the last minute. */
function load(): string {
  return loadavg()[0]!.toFixed(1)
}

function readArguments([pictures = String(BATCH_MAX_PICTURES), threads = '2']: string[]): [number, number] {
  const count = Number(pictures)
  if (!Number.isInteger(count) || count < 1 || count > BATCH_MAX_PICTURES)
    throw new RangeError(`Name a number of pictures from 1 to ${BATCH_MAX_PICTURES}, not ${pictures}.`)
  const places = Number(threads)
  if (!Number.isInteger(places) || places < 1)
    throw new RangeError(`Name a number of threads of at least 1, not ${threads}.`)
  return [count, places]
}
