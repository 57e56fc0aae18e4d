#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { makeBatch } from './batch.ts'
import { addressOf, connect, visit, type Settings } from './connect.ts'
import { EXIT, UsageError, exitCodeOf } from './exit-codes.ts'
import { makeMockups, type Done } from './mockup.ts'
import { listScenes, uploadScene } from './own-scenes.ts'
import { whoAmI } from './who-am-i.ts'
import { createProgress } from './progress.ts'
import { HELP, readArguments, type Wanted } from './usage.ts'

const stopping = new AbortController()
const progress = createProgress(process.stderr)
const say = (line: string) => {
  progress.end()
  process.stderr.write(`${line}\n`)
}

// The first Ctrl-C gives up what has not begun; a second one does not wait for that.
process.on('SIGINT', () => {
  if (stopping.signal.aborted) process.exit(EXIT.aborted)
  stopping.abort(new Error('stopped'))
})

async function run({ command, word, values }: Wanted): Promise<Done> {
  const settings: Settings = { values, env: process.env, say, signal: stopping.signal }
  if (command === 'help') return { lines: [HELP.trimEnd()], json: null }
  if (command === 'version') {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    return { lines: [version], json: { version } }
  }
  if (command === 'colours') {
    const colours = await visit(settings)
      .colours({ product: values.product, base_model: values.model }, { signal: stopping.signal })
      .catch((error: unknown) => {
        throw error instanceof TypeError ? new UsageError(error.message) : error
      })
    return { lines: colours.map(({ id, hex, name }) => `${id.padEnd(28)} ${hex}  ${name}`), json: colours }
  }
  if (command === 'mcp') {
    // By itself: it holds the protocol's own library, which nobody else needs.
    const { serveMcp } = await import('../mcp/serve.ts')
    const { out, designs = '.' } = values
    await serveMcp({ ...(await addressOf(settings)), out, designs, signal: stopping.signal })
    return { lines: [], json: null }
  }
  const printroom = await connect(settings)
  const doing = { printroom, values, progress, say, signal: stopping.signal }
  if (command === 'mockup') return makeMockups(word, doing)
  if (command === 'batch') return makeBatch(word, doing)
  if (command === 'scene') return uploadScene(word, doing)
  if (command === 'scenes') return listScenes(doing)
  const account = await printroom.account({ signal: stopping.signal })
  return { lines: whoAmI(account), json: account }
}

const args = process.argv.slice(2)
const isJson = args.includes('--json')
try {
  const { lines, json, failure } = await run(readArguments(args))
  progress.end()
  if (isJson) console.log(JSON.stringify(json))
  else if (lines.length > 0) console.log(lines.join('\n'))
  if (failure !== undefined) process.exitCode = exitCodeOf(failure)
} catch (error) {
  progress.end()
  process.exitCode = stopping.signal.aborted ? EXIT.aborted : exitCodeOf(error)
  const { message, code } = error as { message: string; code?: string }
  if (isJson) console.log(JSON.stringify({ error: message, code: code ?? null, exit: process.exitCode }))
  else if (!stopping.signal.aborted) console.error(message)
}
