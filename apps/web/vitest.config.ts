import { packageTests } from '@printroom/config/vitest.mjs'
import { SOURCES } from './vite.prerender.ts'

export default packageTests(
  {
    include: ['src/**/*.test.{ts,tsx}', 'e2e/**/*.test.ts'],
    // Files share a process: what `e2e` opens serves the next file that wants the same.
    isolate: false,
    globalSetup: [
      '@printroom/config/src/build-apps.ts',
      '@printroom/db/testing/global-setup',
      './e2e/build-client.ts',
      './e2e/unpack-chromium.ts',
    ],
    testTimeout: 240_000,
  },
  { resolve: { alias: SOURCES } },
)
