import type { ViteUserConfig } from 'vitest/config'

/** The tests of a package, as all packages run them. `test` adds to it: a globalSetup, an environment, a longer limit. */
export function packageTests(
  test?: NonNullable<ViteUserConfig['test']>,
  rest?: Omit<ViteUserConfig, 'test'>,
): ViteUserConfig
