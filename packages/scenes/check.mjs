// Lint, layout, types and tests of the Python scenes. Where Python or its tools are not there it says so and passes:
// nothing but the rendering of plates needs them. `--required` fails instead.
import { spawnSync } from 'node:child_process'

const SOURCES = ['.', '../products']
const STEPS = [
  ['ruff', 'check', '--config', 'pyproject.toml', ...SOURCES],
  ['ruff', 'format', '--check', '--config', 'pyproject.toml', ...SOURCES],
  ['mypy', 'build.py', 'lib', 'rigs', 'garments', 'sewing'],
  ['pytest', '-q', '-p', 'no:cacheprovider'],
]
const NEEDED = ['ruff', 'mypy', 'pytest', 'numpy', 'scipy', 'bpy']

/** Runs python3 in this folder; its exit status, null where there is none. */
function python(args, stdio) {
  return spawnSync('python3', args, { cwd: import.meta.dirname, stdio }).status
}

const isThere = python(['-c', `import ${NEEDED.join(', ')}`], 'ignore') === 0
if (!isThere) console.log(`The scenes are not checked: no python3 with ${NEEDED.join(', ')} here.`)
const isMissed = !isThere && process.argv.includes('--required')
const failed = isThere ? STEPS.filter((step) => python(['-m', ...step], 'inherit') !== 0) : []
process.exitCode = isMissed || failed.length > 0 ? 1 : 0
