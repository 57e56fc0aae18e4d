import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// Which plates have passed their tests as they are. A pass is a file named after a hash of all that the tests look at;
// `npm run test:all` deletes the folder first.

const at = (from: string) => fileURLToPath(new URL(from, import.meta.url))
const FOLDER = at('../../node_modules/.cache/plate-passes')

/** What every plate's tests depend on: the compositor, the decoders, the tests and the packages that they use. */
const SOURCES = [
  '../../src',
  '.',
  '../studio.ts',
  '../../../products/src',
  '../../../studio/src',
  '../../../wasm-assembler/src',
  '../../../../pnpm-lock.yaml',
].map(at)

/**
 * A hash of the contents of a plate's folders (its own and its backdrops'), of the sources and of the platform. A plate
 * with the same hash gives the same pictures.
 */
export async function stateOf(folders: readonly string[]): Promise<string> {
  sources ??= hashOf(SOURCES)
  return createHash('sha256')
    .update(JSON.stringify([process.version, process.platform, process.arch]))
    .update(await sources)
    .update(await hashOf(folders))
    .digest('hex')
}

let sources: Promise<string> | undefined

/** How many tests passed in this state; undefined where they have not all. */
export async function passedIn(state: string): Promise<number | undefined> {
  const text = await readFile(path.join(FOLDER, state), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // A run that was killed may have left an empty file.
  return Number(text) || undefined
}

/** Notes that all tests of a plate passed in this state. */
export async function notePass(state: string, tests: number): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(path.join(FOLDER, state), String(tests))
}

async function hashOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const root of paths)
    for (const file of await filesUnder(root))
      hash.update(`${path.relative(root, file)}\0`).update(
        createHash('sha256')
          .update(await readFile(file))
          .digest(),
      )
  return hash.digest('hex')
}

async function filesUnder(root: string): Promise<string[]> {
  if ((await stat(root)).isFile()) return [root]
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
