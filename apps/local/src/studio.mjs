// `npm run studio`: for reading. `npm run studio -- --write`: for changing too.
import { readEnv } from './env.mjs'
import { prepare } from './prepare.mjs'
import { checkNode } from './tools.mjs'

checkNode()
try {
  await prepare({ tasks: ['generate'] })
  const { register } = await import('tsx/esm/api')
  register()
  const { runStudio } = await import('./run-studio.ts')
  await runStudio(readEnv(), { isWriting: process.argv.includes('--write') })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
