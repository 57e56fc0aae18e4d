// Before the launcher: packages installed, Prisma's client generated, the web app built. What is fresh is not redone.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, checkNode, install, turbo } from './tools.mjs'

checkNode()
install()
if (!existsSync(join(ROOT, 'apps/web/dist'))) console.log('Building the web app …')
// A person who starts the product did not ask for a build log, unless the build fails.
const { status, stdout, stderr } = turbo(['generate', 'build', '--output-logs=errors-only'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  encoding: 'utf8',
})
if (status !== 0) console.error(`${stdout}${stderr}\nThe build failed.`)
process.exitCode = status ?? 1
