import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// Node offers no lock that the system gives back when its holder is killed. This one is a file that names its holder by
// process number and time of birth, since a number alone is soon somebody else's. Each holder's file bears the number
// after the last one's and the highest number counts: two that find the same dead holder want the same next name, of
// which the file system gives one, and nothing that is still in use is ever deleted or replaced.

const POLL_MS = 50

/** @typedef {{ pid: number, born: string }} Process */
/** @typedef {{ processes: Process[], note: string }} Holder The one that took the lock, then those it shares it with; `note` is what others are told. */

/**
 * @typedef {object} Lock
 * @property {(note: string) => void} tell Changes what others are told of the holder.
 * @property {(pid: number) => void} share Another process that has to end before the lock is free.
 * @property {() => void} release
 */

/**
 * Takes the lock of a folder, which is made when it is not there, for as long as this process lives.
 * @param {string} folder
 * @param {string} note
 * @returns {{ lock: Lock, holder?: never } | { lock?: never, holder: Holder }} the lock, or who has it
 */
export function takeLock(folder, note) {
  mkdirSync(folder, { recursive: true })
  for (;;) {
    const last = highest(folder)
    const holder = read(folder, last)
    if (holder?.processes.some(isAlive)) return { holder }
    const lock = create(folder, last + 1, note)
    if (lock !== undefined) return { lock }
  }
}

/**
 * Waits for the lock of a folder.
 * @param {string} folder
 * @param {string} note
 * @param {(holder: Holder) => void} onWait called once, when somebody has it
 * @returns {Promise<Lock>}
 */
export async function waitForLock(folder, note, onWait) {
  for (let hasTold = false; ; hasTold = true) {
    const { lock, holder } = takeLock(folder, note)
    if (lock !== undefined) return lock
    if (!hasTold) onWait(holder)
    await sleep(POLL_MS)
  }
}

/** @param {string} folder @param {number} number @param {string} note @returns {Lock | undefined} */
function create(folder, number, note) {
  /** @type {Holder} */
  const holder = { processes: [identityOf(process.pid)], note }
  const file = join(folder, String(number))
  const aside = `${file}.${process.pid}`
  const write = () => writeFileSync(aside, JSON.stringify(holder))
  write()
  try {
    // Unlike a rename, a link never replaces; unlike an exclusive open, it makes the file with all that it holds.
    linkSync(aside, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
  // Somebody looked at an older holder than we did, or we at an older one than somebody else.
  if (highest(folder) !== number) {
    rmSync(file, { force: true })
    return undefined
  }
  for (const older of numbersIn(folder)) if (older < number) rmSync(join(folder, String(older)), { force: true })
  const update = () => {
    write()
    renameSync(aside, file)
  }
  return {
    tell(text) {
      holder.note = text
      update()
    },
    share(pid) {
      const [first, ...others] = holder.processes
      holder.processes = [...(first ? [first] : []), ...others.filter(isAlive), identityOf(pid)]
      update()
    },
    release() {
      holder.processes = []
      update()
    },
  }
}

/** @param {string} folder @returns {number[]} */
function numbersIn(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return [] // no folder, no lock
  }
}

/** @param {string} folder */
const highest = (folder) => Math.max(0, ...numbersIn(folder))

/** @param {string} folder @param {number} number @returns {Holder | undefined} */
function read(folder, number) {
  try {
    return JSON.parse(readFileSync(join(folder, String(number)), 'utf8'))
  } catch {
    return undefined // its holder withdrew it, or the disk was full
  }
}

/** @param {Process} process */
export const isAlive = ({ pid, born }) => birthOf(pid) === born

/** @param {number} pid @returns {Process} */
const identityOf = (pid) => ({ pid, born: birthOf(pid) ?? 'gone' })

/**
 * When a process began, in the system's own words; undefined when there is none, or none that still runs.
 * @param {number} pid
 * @returns {string | undefined}
 */
function birthOf(pid) {
  try {
    if (process.platform !== 'linux') {
      const told = execFileSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
      return told === '' || told.startsWith('Z') ? undefined : told.replace(/^\S+\s+/, '')
    }
    // After the name, which may hold anything: state, then with the 20th the ticks from the system's start to the process'.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    if (state === 'Z' || state === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[18]}`
  } catch {
    return undefined
  }
}
