import { readdir, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

// Makes every small plate that is not there yet, in the package's own folder or in `--into`, and deletes what an earlier
// list had. With `--background` it leaves the processor to whoever wants it.

const TELL_EVERY_MS = 10_000
const { values: options } = parseArgs({ options: { background: { type: 'boolean' }, into: { type: 'string' } } })
// Threads have the priority of the one that starts them: sharp's come after it was set.
if (options.background) setPriority(constants.priority.PRIORITY_LOW)
const { SMALL_PLATES } = await import('./small-studio.ts')
const { openSmallPlates } = await import('./small-plates.ts')

const folder = options.into ?? SMALL_PLATES
const pieces = await openSmallPlates(folder)
const missing = pieces.filter((piece) => !piece.isMade())
let toldAt = -Infinity
const work = async () => {
  for (let piece = missing.shift(); piece; piece = missing.shift()) {
    tell()
    // Somebody may have wanted it meanwhile.
    if (!piece.isMade()) await piece.make()
  }
}
// While one is in sharp's threads, another can be in ours.
await Promise.all(options.background ? [work()] : [work(), work()])

const current = new Set(pieces.flatMap(({ files }) => files))
for (const file of await readdir(folder)) if (!current.has(file)) await rm(path.join(folder, file), { force: true })

function tell(): void {
  if (performance.now() - toldAt < TELL_EVERY_MS) return
  toldAt = performance.now()
  console.log(
    `${pieces.filter((piece) => piece.isMade()).length} of ${pieces.length} pictures of the preview are there`,
  )
}
