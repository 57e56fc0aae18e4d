import { packageTests } from '@printroom/config/vitest.mjs'

// Whole plates are decoded and composed, on machines that may be busy: a limit that only a hang reaches.
// Files share a process, with its plates (`test/studio.ts`) and the compositor's tables.
export default packageTests({ isolate: false, testTimeout: 240_000 })
