import { fileURLToPath } from 'node:url'
import { packageTests } from '@printroom/config/vitest.mjs'

/** What is measured, not tested: `pnpm --filter @printroom/web bench`, on a machine that does nothing else. */
export default packageTests(
  {
    include: ['bench/**/*.bench.ts'],
    globalSetup: [
      '@printroom/config/src/build-apps.ts',
      '@printroom/db/testing/global-setup',
      './e2e/build-client.ts',
      './e2e/unpack-chromium.ts',
    ],
    testTimeout: 600_000,
    reporters: ['default'],
    maxWorkers: 1,
  },
  { resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } } },
)
