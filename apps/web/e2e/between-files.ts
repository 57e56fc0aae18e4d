import { type RunnerTask, type RunnerTestSuite, afterAll } from 'vitest'

// Vitest runs many files in one process here (`isolate: false`), and what is costly to start serves several of them.

const hasFailed = (task: RunnerTask): boolean =>
  task.result?.state === 'fail' || (task.type === 'suite' && task.tasks.some(hasFailed))

/** Calls back after the tests of the present file, saying whether all of them passed. */
export function afterAllPassed(done: (hasPassed: boolean) => Promise<void> | undefined): void {
  // oxlint-disable-next-line no-empty-pattern -- vitest asks for a pattern, of which nothing is wanted
  afterAll(({}, suite: Readonly<RunnerTestSuite>) => done(!hasFailed(suite.file)))
}

type WorkerState = { onCleanup: (done: () => Promise<void>) => void }

/** Calls back when vitest has no more files for this process. */
export function whenProcessEnds(done: () => Promise<void>): void {
  ;(globalThis as unknown as { __vitest_worker__: WorkerState }).__vitest_worker__.onCleanup(done)
}
