import { join } from 'node:path'
import { ROOT } from './env.mjs'
import { waitForLock } from './lock.mjs'
import { say } from './say.mjs'

/** @type {import('./lock.mjs').Lock | undefined} */
let lock

/**
 * Installs or builds. Both change the checkout under whoever does the same, so one command at a time does, and the next
 * finds it done.
 * @param {() => Promise<void>} work
 */
export async function changeCheckout(work) {
  lock = await waitForLock(join(ROOT, '.turbo/lock'), 'installs or builds', ({ processes }) => {
    say(
      'local',
      `another command installs or builds in this folder (process ${processes.map(({ pid }) => pid).join(', ')}); waiting for it`,
    )
  })
  try {
    await work()
  } finally {
    lock.release()
    lock = undefined
  }
}

/**
 * A process that works on the checkout: killed or not, the one that started it leaves it to others when both have ended.
 * @param {number} pid
 */
export const sharedWith = (pid) => lock?.share(pid)
