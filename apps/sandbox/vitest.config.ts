import { packageTests } from '@printroom/config/vitest.mjs'

export default packageTests({ testTimeout: 90_000 })
