import { packageTests } from './vitest.mjs'

export default packageTests()
