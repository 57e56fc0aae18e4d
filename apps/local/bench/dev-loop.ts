import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { copySources } from '../test/copied-sources.ts'
import { endAllOn, launch, temporaryDataDir } from '../test/launch.ts'
import { ROOT } from '../src/env.mjs'

// From saving a file to its being live in `npm run dev`, on a copy of this checkout: `pnpm --filter @printroom/local bench`.

const ROUNDS = 5
const LOOK_MS = 10

const dataDir = temporaryDataDir()
const checkout = copySources()
const dev = launch(
  dataDir,
  { PLATES_DIR: join(ROOT, 'packages/imaging/dist/plates') },
  ['--dev', '--no-build'],
  checkout,
)
try {
  const address = await dev.address()
  const textOf = (path: string) =>
    fetch(address + path).then(
      (answer) => answer.text(),
      () => '',
    )
  const said = async () => dev.output()
  await textOf('/src/routes/pricing.tsx')

  await measure('server', 'apps/server/src/http/health.ts', "'alive", () => textOf('/healthz'))
  await measure('worker', 'apps/worker/src/main.ts', "'worker is ready", said)
  await measure('sandbox', 'apps/sandbox/src/main.ts', '`sandbox, mail', said)
  await measure('client', 'apps/web/src/routes/pricing.tsx', "'Pricing", () => textOf('/src/routes/pricing.tsx'))
} finally {
  await endAllOn(dataDir)
  for (const folder of [dataDir, checkout]) rmSync(folder, { recursive: true, force: true })
}

/** Puts a word that was never there behind `after`, and waits until `look` shows it. */
async function measure(name: string, path: string, after: string, look: () => Promise<string>): Promise<void> {
  const file = join(checkout, path)
  const before = readFileSync(file, 'utf8')
  if (!before.includes(after)) throw new Error(`${path} has no ${after}`)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const word = `anew-${name}-${round}`
    writeFileSync(
      `${file}~`,
      before.replace(after, () => after + word),
    )
    renameSync(`${file}~`, file)
    const savedAt = performance.now()
    while (!(await look()).includes(word)) await pause(LOOK_MS)
    times.push(performance.now() - savedAt)
  }
  const [median = 0] = times.toSorted((a, b) => a - b).slice(ROUNDS >> 1)
  console.log(`${name}: median ${(median / 1000).toFixed(2)} s of ${ROUNDS}, load ${loadavg()[0]?.toFixed(1)}`)
}
