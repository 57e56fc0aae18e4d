import { packageTests } from '@printroom/config/vitest.mjs'

// Pictures are made by a real worker here, on machines that may be busy: a limit that only a hang reaches.
export default packageTests({
  globalSetup: ['@printroom/config/src/build-apps.ts', '@printroom/db/testing/global-setup'],
  testTimeout: 120_000,
})
