import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, takeLock } from './lock.mjs'
import { say } from './say.mjs'

/** What a killed launcher leaves behind ends by itself within 10 s (`follow-launcher.mjs`). */
const LEFT_BEHIND_MS = 20_000
const POLL_MS = 100

/** @typedef {import('./lock.mjs').Lock} Lock */

/**
 * One launcher a data folder. Only who holds it may start or stop the Postgres of that folder, or clear up what an earlier
 * one left: to anybody else a Postgres that does not answer yet looks like one that nobody owns. Waits for the processes of
 * a launcher that was killed, which still write and still hold its port.
 * @param {string} dataDir
 * @returns {Promise<Lock>}
 * @throws Error that says who holds it, and where that one is reached
 */
export async function holdData(dataDir) {
  const deadline = Date.now() + LEFT_BEHIND_MS
  for (let hasTold = false; ; hasTold = true) {
    const { lock, holder } = takeLock(join(dataDir, 'lock'), 'it is starting')
    if (lock !== undefined) return lock
    const [launcher, ...others] = holder.processes
    if (launcher && isAlive(launcher)) {
      throw new Error(
        `Printroom already runs on ${dataDir}: ${holder.note} (process ${launcher.pid}). Stop that one, or choose another folder with DATA_DIR.`,
      )
    }
    const left = others
      .filter(isAlive)
      .map(({ pid }) => pid)
      .join(', ')
    if (Date.now() > deadline)
      throw new Error(`Processes of an earlier start do not end (${left}). End them, then start again.`)
    if (!hasTold) say('local', `an earlier start was killed; waiting for what it left (process ${left})`)
    await sleep(POLL_MS)
  }
}
