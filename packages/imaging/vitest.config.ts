import { packageTests } from '@printroom/config/vitest.mjs'

// Whole plates are decoded and composed: seconds each on a busy machine.
export default packageTests({ testTimeout: 90_000 })
