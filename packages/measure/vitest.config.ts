import { packageTests } from '@printroom/config/vitest.mjs'

// One process: OpenCV takes most of a second to start, and the made photographs are shared.
export default packageTests({ isolate: false, testTimeout: 240_000 })
