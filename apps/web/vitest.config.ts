import { fileURLToPath } from 'node:url'
import { packageTests } from '@printroom/config/vitest.mjs'

export default packageTests({}, { resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } } })
