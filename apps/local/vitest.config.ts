import { packageTests } from '@printroom/config/vitest.mjs'

// Each test starts the whole product, whose first start makes a database.
export default packageTests({ fileParallelism: false, testTimeout: 180_000 })
