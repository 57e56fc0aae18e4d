import { packageTests } from '@printroom/config/vitest.mjs'

export default packageTests({ testTimeout: 60_000 })
