import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { availableParallelism, constants, setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// Makes every small plate that is not there yet, in the package's own folder or in `--into`, and deletes what an earlier
// list had: one process a core, since most of it is not done in sharp's threads. With `--background` one process, which
// leaves the processor to whoever wants it. `--share 1/2` is for those that it starts: the pieces of every second source,
// from the second on.

const TELL_EVERY_MS = 10_000
const MOST_PROCESSES = 4
const { values: options } = parseArgs({
  options: { background: { type: 'boolean' }, into: { type: 'string' }, share: { type: 'string' } },
})
// Threads have the priority of the one that starts them: sharp's come after it was set.
if (options.background) setPriority(constants.priority.PRIORITY_LOW)
const { SMALL_PLATES } = await import('./small-studio.ts')
const { openSmallPlates } = await import('./small-plates.ts')

const folder = options.into ?? SMALL_PLATES
const pieces = await openSmallPlates(folder)
const isDone = pieces.every((piece) => piece.isMade())
const processes = options.background || isDone ? 1 : Math.min(MOST_PROCESSES, availableParallelism())
const [first = 0, of = processes] = options.share?.split('/').map(Number) ?? []
const others = options.share ? [] : Array.from({ length: processes - 1 }, (_, at) => startAnother(at + 1))
const sources = [...new Set(pieces.map(({ source }) => source))]
const own = pieces.filter(({ source }) => sources.indexOf(source) % of === first)
let toldAt = -Infinity
const work = async () => {
  for (let piece = own.shift(); piece; piece = own.shift()) {
    // Made by an earlier run, or meanwhile by somebody who wanted it.
    if (piece.isMade()) continue
    tell()
    await piece.make()
  }
}
// While one is in sharp's threads, another can be in ours.
await Promise.all(options.background ? [work()] : [work(), work()])

if (!options.share) {
  for (const status of await Promise.all(others)) process.exitCode ||= status
  const current = new Set(pieces.flatMap(({ files }) => files))
  for (const file of await readdir(folder)) if (!current.has(file)) await rm(path.join(folder, file), { force: true })
}

/** Its exit status. */
async function startAnother(share: number): Promise<number> {
  const args = ['--share', `${share}/${processes}`, ...(options.into ? ['--into', options.into] : [])]
  const [status] = await once(fork(fileURLToPath(import.meta.url), args), 'exit')
  return typeof status === 'number' ? status : 1
}

function tell(): void {
  if (options.share || performance.now() - toldAt < TELL_EVERY_MS) return
  toldAt = performance.now()
  console.log(
    `${pieces.filter((piece) => piece.isMade()).length} of ${pieces.length} pictures of the preview are there`,
  )
}
