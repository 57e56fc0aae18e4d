import { packageTests } from '@printroom/config/vitest.mjs'

export default packageTests()
