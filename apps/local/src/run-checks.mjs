// Everything that is checked without running the product: lint, types, the shape of the house, schema against migrations.
import { checkNode, install, turbo } from './tools.mjs'

checkNode()
install()
const { status } = turbo(['lint', 'typecheck', 'structure', 'drift', '--continue', '--output-logs=errors-only'])
process.exitCode = status ?? 1
