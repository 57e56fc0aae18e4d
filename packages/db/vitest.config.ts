import { packageTests } from '@printroom/config/vitest.mjs'

export default packageTests({ globalSetup: ['./src/testing/global-setup.ts'] })
