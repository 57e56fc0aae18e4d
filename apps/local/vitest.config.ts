import { packageTests } from '@printroom/config/vitest.mjs'

// Each test starts the whole product, whose first start makes a database.
export default packageTests({
  globalSetup: ['@printroom/config/src/build-apps.ts'],
  setupFiles: ['./test/one-at-a-time.ts'],
  testTimeout: 180_000,
})
