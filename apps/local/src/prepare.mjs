// Before the launcher: packages installed, Prisma's client generated, the web app built. What is fresh is not redone.
// As a command of its own it is for who works on the code, and installs what tests and checks need as well.
import { fileURLToPath } from 'node:url'
import { changeCheckout } from './checkout.mjs'
import { say, seconds } from './say.mjs'
import { checkNode, install, turbo } from './tools.mjs'

const TELL_EVERY_MS = 5000
/** Published, and used by no process of a start. */
const NOT_STARTED = ['--filter=!@printroom/client', '--filter=!@printroom/plate']
/** What a task makes, in words. */
const MAKES = /** @type {Record<string, string>} */ ({
  '@printroom/db:generate': "the database's client",
  '@printroom/imaging:build': "the list of the preview's plates",
  '@printroom/web:build': 'the web app',
  '@printroom/server:build': 'the server',
  '@printroom/worker:build': 'the worker',
  '@printroom/sandbox:build': 'the sandbox',
})

/**
 * Installs and builds what a start needs.
 * @param {{ scope?: import('./tools.mjs').Scope, tasks?: string[] }} [what] `tasks` are turbo's
 * @throws Error with what the installation or the build said, when it failed
 */
export async function prepare({ scope = 'run', tasks = ['generate', 'build'] } = {}) {
  await changeCheckout(async () => {
    await install(scope)
    await build(tasks)
  })
}

/** @param {string[]} tasks */
async function build(tasks) {
  const startedAt = performance.now()
  const passed = () => seconds(performance.now() - startedAt)
  const making = /** @type {Set<string>} */ (new Set())
  // Turbo tells of beginnings only.
  const stillAtIt = setInterval(() => {
    if (making.size > 0) say('build', `still at it: ${[...making].at(-1)}, ${passed()}`)
  }, TELL_EVERY_MS)
  const { status, output } = await turbo(
    [...tasks, ...NOT_STARTED, '--output-logs=new-only', '--log-order=stream'],
    (line) => {
      const [, task, word] = /^(\S+:\w+): cache (miss|bypass)/.exec(line) ?? []
      const [, modules] = /web:build: .*✓ (\d+ modules) transformed/.exec(line) ?? []
      if (task && word) {
        making.add(MAKES[task] ?? task)
        say('build', `${MAKES[task] ?? task} …`)
      }
      if (modules) say('build', `${modules} read, ${passed()}`)
    },
  ).finally(() => clearInterval(stillAtIt))
  if (status !== 0) throw new Error(`${output.join('\n')}\nThe build failed.`)
  if (making.size > 0) say('build', `done in ${passed()}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  checkNode()
  await prepare({ scope: 'all' }).catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
