// Everything that is checked without running the product: lint, types, the shape of the house, schema against migrations,
// the pages of the packages' names against their sources, the layout of the code.
import { changeCheckout } from './checkout.mjs'
import { inherited } from './env.mjs'
import { run } from './run.mjs'
import { checkNode, install, turbo } from './tools.mjs'

checkNode()
await changeCheckout(() => install('all'))
const { status } = await turbo(['lint', 'typecheck', 'structure', 'drift', '--continue', '--output-logs=errors-only'])
const api = await run(process.execPath, ['packages/config/src/api-pages.mjs', '--check'], { env: inherited })
const format = await run('node_modules/.bin/oxfmt', ['--check'], { env: inherited })
process.exitCode = status || api.status || format.status
