import type { TestProject } from 'vitest/node'
import { startDisposableCluster } from '../cluster.ts'
import { migrate } from '../migrate.ts'

/**
 * Vitest's globalSetup: one disposable Postgres a run, with one migrated database in it. Where several packages run
 * together, the first starts it for all.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject()
  if (run.getProvidedContext().templateUrl !== undefined) return undefined
  const cluster = await startDisposableCluster()
  try {
    await migrate(cluster.url('template_printroom'))
  } catch (error) {
    await cluster.stop()
    throw error
  }
  run.provide('templateUrl', cluster.url('template_printroom'))
  return cluster.stop
}
