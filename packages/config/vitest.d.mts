import type { ViteUserConfig } from 'vitest/config'

/** Processes that tests run in at once. */
export const WORKERS: number

/** The tests of a package, as all packages run them. `test` adds to it: a globalSetup, an environment, a longer limit. */
export function packageTests(
  test?: NonNullable<ViteUserConfig['test']>,
  rest?: Omit<ViteUserConfig, 'test'>,
): ViteUserConfig
