// Takes a lock again and again, and reports whoever else has it meanwhile. `node contend.mjs <folder> <times>`
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitForLock } from '../src/lock.mjs'

const [, , folder, times] = process.argv
const inside = join(folder, 'inside')

for (let round = 0; round < Number(times); round += 1) {
  const lock = await waitForLock(join(folder, 'lock'), 'contends', () => {})
  const others = readdirSync(inside).filter((pid) => pid !== String(process.pid) && isRunning(pid))
  if (others.length > 0) console.log(`${process.pid} has it while ${others} has it`)
  writeFileSync(join(inside, String(process.pid)), '')
  await sleep(Math.random() * 10)
  rmSync(join(inside, String(process.pid)))
  lock.release()
}
console.log('done')

function isRunning(pid) {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
