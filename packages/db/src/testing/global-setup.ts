import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startCluster } from '../cluster.ts'
import { migrate } from '../migrate.ts'

/** Vitest's globalSetup: one disposable Postgres a run, with one migrated database in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'printroom-test-'))
  // mkdtemp closes the folder to others, and as root it is another account that runs Postgres in it.
  chmodSync(dataFolder, 0o755)
  const cluster = await startCluster({ dataFolder, password: 'test', keep: 'disposable' })
  try {
    await migrate(cluster.url('template_printroom'))
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('templateUrl', cluster.url('template_printroom'))
  return cluster.stop
}
