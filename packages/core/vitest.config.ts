import { packageTests } from '@printroom/config/vitest.mjs'

export default packageTests({
  globalSetup: ['@printroom/config/src/build-apps.ts', '@printroom/db/testing/global-setup'],
  testTimeout: 240_000,
})
