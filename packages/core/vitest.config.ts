import { packageTests } from '@printroom/config/vitest.mjs'

export default packageTests({
  // Loading what core wires is more than most files take.
  isolate: false,
  setupFiles: ['@printroom/config/src/fresh-helpers.ts'],
  globalSetup: ['@printroom/config/src/build-apps.ts', '@printroom/db/testing/global-setup'],
  testTimeout: 240_000,
})
