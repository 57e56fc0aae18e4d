import { packageTests } from '@printroom/config/vitest.mjs'

// Whole plates are decoded and composed, on machines that may be busy: a limit that only a hang reaches.
export default packageTests({ testTimeout: 240_000 })
