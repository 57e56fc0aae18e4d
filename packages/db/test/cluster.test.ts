import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findCluster, startCluster, startDisposableCluster } from '../src/cluster.ts'

test('a disposable cluster is gone when it is stopped', async () => {
  const cluster = await startDisposableCluster()
  expect(existsSync(cluster.folder)).toBe(true)
  await cluster.stop()
  expect(existsSync(cluster.folder)).toBe(false)
})

test('a cluster keeps its data, and is found only while it runs', async () => {
  const dataFolder = temporaryFolder()
  const first = await startCluster({ dataFolder, password: 'a b/c' })
  await query(first.url('postgres'), 'CREATE TABLE kept AS SELECT 42 AS answer')
  expect(findCluster(dataFolder)).toEqual({ pid: first.pid, port: first.port })
  await first.stop()
  expect(findCluster(dataFolder)).toBeUndefined()

  const second = await startCluster({ dataFolder, password: 'a b/c' })
  expect(await query(second.url('postgres'), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('a Postgres that outlived its launcher is stopped by the next start', async () => {
  const dataFolder = temporaryFolder()
  const left = await startCluster({ dataFolder, password: 'x' })
  const next = await startCluster({ dataFolder, password: 'x' })
  await left.exited
  expect(findCluster(dataFolder)?.pid).toBe(next.pid)
  await next.stop()
})

test('a pid file that names a stranger neither blocks the start nor harms the stranger', async () => {
  const dataFolder = temporaryFolder()
  const made = await startCluster({ dataFolder, password: 'x' })
  await made.stop()
  const stranger = spawn('sleep', ['60'])
  onTestFinished(() => void stranger.kill())
  writeFileSync(join(made.folder, 'postmaster.pid'), `${stranger.pid}\n${made.folder}\n1\n5432\n`)
  const next = await startCluster({ dataFolder, password: 'x' })
  expect(readFileSync(join(next.folder, 'postmaster.pid'), 'utf8')).toMatch(new RegExp(`^${next.pid}\n`))
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  await next.stop()
})

test('an initdb cut short is made anew', async () => {
  const dataFolder = temporaryFolder()
  mkdirSync(join(dataFolder, 'postgres.new/base'), { recursive: true })
  const cluster = await startCluster({ dataFolder, password: 'x' })
  expect(await query(cluster.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await cluster.stop()
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'printroom-cluster-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}
