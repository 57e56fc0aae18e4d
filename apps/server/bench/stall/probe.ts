/*
 * The load, in a process of its own, so that nothing that the bench itself computes is measured. Told what to do by one
 * message, it answers with another.
 */
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

/** Ask a path every so often, whatever became of the questions before, until told to stop. */
type Watch = { kind: 'watch'; url: string; cookies: string[]; paths: { path: string; everyMs: number }[] }
/** Ask as much as so many connections can, for so long. */
type Push = { kind: 'push'; url: string; cookies: string[]; path: string; connections: number; forMs: number }
export type Task = Watch | Push | { kind: 'stop' }

/** Milliseconds from question to the last byte of the answer, and how many were not answered 200. */
export type Watched = Record<string, { times: number[]; failures: number }>
export type Pushed = { answers: number; failures: number; seconds: number }

/** A question that nobody answered by then counts as failed, with this time. */
const GIVE_UP_MS = 60_000

const agent = new Agent({ keepAlive: true })

function ask(url: string, path: string, cookie: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(url + path, { agent, headers: { cookie }, timeout: GIVE_UP_MS }, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.complete && answer.statusCode === 200))
    })
    asked.once('timeout', () => asked.destroy(new Error('nobody answered')))
    asked.once('error', () => resolve(false))
    asked.end()
  })
}

function watch({ url, cookies, paths }: Watch): () => Promise<Watched> {
  const watched: Watched = Object.fromEntries(paths.map(({ path }) => [path, { times: [], failures: 0 }]))
  const open = new Set<Promise<void>>()
  let turn = 0
  const timers = paths.map(({ path, everyMs }) =>
    setInterval(() => {
      const startedAt = performance.now()
      const asking = ask(url, path, cookies[turn++ % cookies.length] ?? '').then((isAnswered) => {
        watched[path]?.times.push(performance.now() - startedAt)
        if (!isAnswered && watched[path]) watched[path].failures++
        open.delete(asking)
      })
      open.add(asking)
    }, everyMs),
  )
  return async () => {
    timers.forEach(clearInterval)
    await Promise.all(open)
    return watched
  }
}

async function push({ url, cookies, path, connections, forMs }: Push): Promise<Pushed> {
  const pushed = { answers: 0, failures: 0 }
  const startedAt = performance.now()
  let turn = 0
  const lane = async () => {
    while (performance.now() - startedAt < forMs) {
      if (await ask(url, path, cookies[turn++ % cookies.length] ?? '')) pushed.answers++
      else pushed.failures++
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return { ...pushed, seconds: (performance.now() - startedAt) / 1000 }
}

let stop = async (): Promise<Watched> => ({})
process.on('message', (task: Task) => {
  if (task.kind === 'watch') stop = watch(task)
  else void (task.kind === 'push' ? push(task) : stop()).then((result) => process.send?.(result))
})
process.once('disconnect', () => process.exit())
