import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './say.mjs'
import type { Supervised } from './supervise.ts'

const POLL_MS = 100
const TELL_AFTER_MS = 30_000
/** A process that ends this often before anything worked will not work by itself. */
const HOPELESS_CRASHES = 3

/** Waits until the server and a worker are ready. Returns false when it was asked to stop first. */
export async function untilReady(address: string, children: Supervised[], stopAsked: Promise<void>): Promise<boolean> {
  let isStopping = false
  void stopAsked.then(() => (isStopping = true))
  let tellAt = Date.now() + TELL_AFTER_MS
  while (!isStopping) {
    const answer = await ask(address)
    if (answer === 'ready') return true
    if (children.some((child) => child.crashes() >= HOPELESS_CRASHES)) {
      throw new Error('A process ended three times before Printroom was ready; the log above says why.')
    }
    if (Date.now() > tellAt) {
      say('local', `not ready yet: ${answer}`)
      tellAt = Date.now() + TELL_AFTER_MS
    }
    await sleep(POLL_MS)
  }
  return false
}

async function ask(address: string): Promise<string> {
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2000) })
    return response.ok ? 'ready' : await response.text()
  } catch {
    return 'the server does not answer'
  }
}
