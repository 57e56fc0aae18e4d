import { packageTests } from '@printroom/config/vitest.mjs'

export default packageTests({
  // Loading the server is more than half of what a file takes.
  isolate: false,
  setupFiles: ['@printroom/config/src/fresh-helpers.ts'],
  globalSetup: ['@printroom/config/src/build-apps.ts', '@printroom/db/testing/global-setup'],
  // Pictures are made by a real worker here, on machines that may be busy: a limit that only a hang reaches.
  testTimeout: 90_000,
})
