import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

/** Vitest's globalSetup: what the tests start as processes of their own. `npm test` has made it, and says so. */
export default async function setup(project: TestProject): Promise<void> {
  const run = project.vitest.getRootProject()
  if (run.getProvidedContext().areAppsBuilt) return
  const bundle = fileURLToPath(new URL('./bundle.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [bundle, 'server', 'worker', 'sandbox'])
  run.provide('areAppsBuilt', true)
}
