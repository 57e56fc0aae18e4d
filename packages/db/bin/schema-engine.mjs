#!/usr/bin/env node
// Stands in for the schema engine that Prisma would download, so that migrations run with no network but the
// database's. It is the same engine: Prisma publishes it as WebAssembly too (@prisma/schema-engine-wasm), only
// nothing in `prisma` 7.10.0 can be told to use it. The CLI talks to PRISMA_SCHEMA_ENGINE_BINARY in two ways, and
// this file answers both: `cli <command>` with an exit code, and JSON-RPC, one message a line, on stdin and stdout.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg'
import { SchemaEnginePg, canConnect, createDatabase } from './schema-engine-pg.mjs'

const { values: flags, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    version: { type: 'boolean' },
    datasource: { type: 'string' },
    datamodels: { type: 'string', multiple: true },
    extensions: { type: 'string' },
  },
})

if (flags.version) {
  // The hash after the dash names the engine's build; the CLI prints it in `prisma version`.
  const { version } = JSON.parse(readFileSync(inEnginePackage('package.json'), 'utf8'))
  console.log(`schema-engine-cli ${version.split('.').at(-1)}`)
  process.exit(0)
}

const datasource = typeof flags.datasource === 'string' ? JSON.parse(flags.datasource) : {}

if (positionals[0] === 'cli') {
  await answerCli(positionals[1])
} else {
  serve()
}

async function answerCli(command) {
  try {
    await (command === 'create-database' ? createDatabase(datasource.url) : canConnect(datasource.url))
    process.exit(0)
  } catch (error) {
    // The CLI reads the last JSON line of stderr and decides by Prisma's own code what to tell the person.
    const code = { '3D000': 'P1003', '28P01': 'P1000', '42P04': 'P1009' }[error.code] ?? 'P1001'
    const fields = { error_code: code, message: error.message, is_panic: false }
    const timestamp = new Date().toISOString()
    process.stderr.write(
      `\n${JSON.stringify({ level: 'ERROR', target: 'schema_engine::logger', timestamp, fields })}\n`,
    )
    process.exit(1)
  }
}

function serve() {
  let engine
  let queue = Promise.resolve()
  // One request at a time: the engine holds one connection, and a migration must not overlap the next request.
  createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
    .on('line', (line) => {
      if (line.trim() !== '') queue = queue.then(() => answer(JSON.parse(line)))
    })
    .on('close', () => queue.then(() => process.exit(0)))

  async function answer({ id, method, params }) {
    try {
      engine ??= await openEngine()
      send({ id, result: (await call(engine, method, params ?? {})) ?? null })
    } catch (error) {
      const data = { is_panic: false, message: error.message, error_code: error.code, meta: error.meta }
      send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } })
    }
  }
}

async function call(engine, method, params) {
  if (method === 'getDatabaseVersion') return await engine.version(params)
  if (method !== 'diff') return await engine[method](params)
  // The binary prints a diff through a notification; the WebAssembly build returns it beside the exit code.
  const { exitCode, stdout } = await engine.diff(params)
  if (stdout != null) send({ id: 1_000_000, method: 'print', params: { content: stdout } })
  return { exitCode, stdout: null }
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

async function openEngine() {
  const wasm = readFileSync(inEnginePackage('schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': glue })
  glue.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  const datamodels = flags.datamodels?.map((path) => [path, readFileSync(path, 'utf8')])
  const factory = bindMigrationAwareSqlAdapterFactory(new SchemaEnginePg(datasource))
  return await glue.SchemaEngine.new({ datamodels }, () => {}, factory)
}

// The package exports its glue only, so the files beside it are found by path.
function inEnginePackage(file) {
  return join(dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')), file)
}
