import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const IMAGING = fileURLToPath(new URL('../../../packages/imaging', import.meta.url))

/**
 * Vitest's globalSetup: the production build, in a folder of its own, so that no test looks at an old one; and the small
 * plates that it names, where they are not there yet. `npm test` has made both and says where.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.getProvidedContext().webDist !== undefined) return undefined
  const outDir = await mkdtemp(join(tmpdir(), 'printroom-web-'))
  await promisify(execFile)(
    process.execPath,
    [join(WEB, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'],
    { cwd: WEB, env: { ...process.env, NODE_ENV: 'production' } },
  )
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'src/make-plates.ts'], { cwd: IMAGING })
  project.provide('webDist', outDir)
  return () => rm(outDir, { recursive: true, force: true })
}
