import type { MessagePort } from 'node:worker_threads'
import type { ByteCache } from './byte-cache.ts'

/**
 * One cache for all threads of a process: the owner keeps the values, whose arrays lie in shared memory; a thread asks for
 * one over a port, and loads it for all of them where nobody has. Caches of their own would hold everything once a thread.
 *
 * Memory is used again rather than left to the collector, which counts shared memory for nobody: without this, a worker of
 * two threads held 1.3 GB of values that it had let go of.
 */
export type SharedCache = {
  /** Answers a thread's questions until its port is closed; what it was given stays as it is until then. */
  answer(port: MessagePort): void
}

type Question =
  /** `has`: what of it the thread still has, by its number. */
  | { id: number; name: 'get'; key: string; has: number | null }
  | { id: number; name: 'make room'; sizes: number[] }
  | { id: number; name: 'made'; value: unknown }
  | { id: number; name: 'failed' }
type Answer =
  | { id: number; name: 'value'; value: unknown; number: number }
  /** The one that the thread has is still that. */
  | { id: number; name: 'same' }
  | { id: number; name: 'load' }
  | { id: number; name: 'room'; buffers: SharedArrayBuffer[]; number: number }
  | { id: number; name: 'failed' }

type Entry = {
  /** Another for every load: memory is used again, and a value of the same key may be another. */
  number: number
  value: Promise<unknown>
  settle: { resolve: (value: unknown) => void; reject: (error: Error) => void }
  buffers: SharedArrayBuffer[]
  /** Threads that work with it: the ports by which it was asked for and that are not closed. */
  readers: Set<MessagePort>
  isLoaded: boolean
}

/** @param limit bytes in all, of values and of memory to be used again; more only while threads work with more */
export function createSharedCache(limit: number): SharedCache {
  /** The least recently used first. */
  const entries = new Map<string, Entry>()
  const spare: SharedArrayBuffer[] = []
  let held = 0
  let loads = 0

  function room(size: number): SharedArrayBuffer {
    for (;;) {
      const at = spare.findIndex((buffer) => buffer.byteLength === size)
      if (at >= 0) return spare.splice(at, 1)[0]!
      if (held + size <= limit || !makeSpace()) break
    }
    held += size
    return new SharedArrayBuffer(size)
  }
  /** Lets go of a piece of memory or of the value that was not used for longest. False when there is nothing to let go of. */
  function makeSpace(): boolean {
    for (const [key, { readers, isLoaded, buffers }] of entries)
      if (isLoaded && readers.size === 0) {
        entries.delete(key)
        spare.push(...buffers)
        return true
      }
    const dropped = spare.shift()
    held -= dropped?.byteLength ?? 0
    return dropped !== undefined
  }

  /** The value's entry, made when there is none: then this reader has to load it. */
  function get(key: string, reader: MessagePort): { entry: Entry; isNew: boolean } {
    const found = entries.get(key)
    const entry = found ?? createEntry(++loads)
    entries.delete(key)
    entries.set(key, entry)
    entry.readers.add(reader)
    return { entry, isNew: !found }
  }
  /** Its memory is not used again: the thread that was to fill it may still be writing. */
  function forget(key: string, entry: Entry, reason: string): void {
    if (entries.get(key) === entry) entries.delete(key)
    for (const { byteLength } of entry.buffers) held -= byteLength
    entry.settle.reject(new Error(reason))
  }

  return {
    answer(port) {
      const loading = new Map<number, { key: string; entry: Entry }>()
      const answer = (message: Answer) => port.postMessage(message)
      port.on('message', (message: Question) => {
        const { id } = message
        if (message.name === 'get') {
          const { key, has } = message
          const { entry, isNew } = get(key, port)
          if (isNew) {
            loading.set(id, { key, entry })
            return answer({ id, name: 'load' })
          }
          entry.value.then(
            (value) =>
              answer(entry.number === has ? { id, name: 'same' } : { id, name: 'value', value, number: entry.number }),
            () => answer({ id, name: 'failed' }),
          )
          return
        }
        const asked = loading.get(id)
        if (!asked) return
        if (message.name === 'make room') {
          asked.entry.buffers = message.sizes.map(room)
          return answer({ id, name: 'room', buffers: asked.entry.buffers, number: asked.entry.number })
        }
        loading.delete(id)
        if (message.name === 'failed') return forget(asked.key, asked.entry, 'the thread could not load it')
        asked.entry.isLoaded = true
        asked.entry.settle.resolve(message.value)
      })
      port.on('close', () => {
        for (const { key, entry } of loading.values()) forget(key, entry, 'the thread that was loading it has ended')
        for (const { readers } of entries.values()) readers.delete(port)
      })
    },
  }
}

function createEntry(number: number): Entry {
  let settle: Entry['settle']
  const value = new Promise<unknown>((resolve, reject) => (settle = { resolve, reject }))
  value.catch(() => {}) // those who asked are told one by one
  return { number, value, settle: settle!, buffers: [], readers: new Set(), isLoaded: false }
}

/**
 * What a thread has had of the cache last: the same objects again for as long as they are good, so that what is measured of
 * a plate once (`WeakMap`s of the compositor's) need not be measured for every picture of it.
 */
export type LastSeen<T> = Map<string, { number: number; value: T }>

/** A picture is made of a plate and a backdrop. More would keep memory that the owner has let go of. */
const SEEN = 2

/**
 * A thread's side: the owner's cache, asked over a port. Values are good until the port is closed, and those of `seen`, which
 * a thread keeps from port to port, are asked for again. Rejects with what `load` throws; where another thread failed to load
 * a value, this one loads it for itself.
 */
export function askSharedCache<T>(port: MessagePort, seen: LastSeen<T> = new Map()): ByteCache<T> {
  const remember = (key: string, number: number, value: T): T => {
    seen.delete(key)
    seen.set(key, { number, value })
    for (const oldest of seen.keys()) if (seen.size > SEEN) seen.delete(oldest)
    return value
  }
  let last = 0
  const asked = new Map<number, (answer: Answer) => void>()
  port.on('message', (message: Answer) => asked.get(message.id)?.(message))
  return async (key, load) => {
    const id = ++last
    const ask = (question: Question) =>
      new Promise<Answer>((resolve) => {
        asked.set(id, resolve)
        port.postMessage(question)
      })
    try {
      const had = seen.get(key)
      const first = await ask({ id, name: 'get', key, has: had?.number ?? null })
      if (first.name === 'same' && had) return remember(key, had.number, had.value)
      if (first.name === 'value') return remember(key, first.number, first.value as T)
      if (first.name === 'failed') return await load()
      const own = await load().catch((error: unknown) => {
        port.postMessage({ id, name: 'failed' } satisfies Question)
        throw error
      })
      const room = await ask({ id, name: 'make room', sizes: viewsIn(own).map(({ byteLength }) => byteLength) })
      if (room.name !== 'room') return own
      const value = copyInto(room.buffers, own)
      port.postMessage({ id, name: 'made', value } satisfies Question)
      return remember(key, room.number, value)
    } finally {
      asked.delete(id)
    }
  }
}

type View = Uint8Array | Uint16Array

/** Every array of numbers in a value, however deep, in the order of its fields. */
function viewsIn(value: unknown): View[] {
  if (ArrayBuffer.isView(value)) return [value as View]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(viewsIn)
}

/** The same value with its arrays in these pieces of memory. */
function copyInto<T>(buffers: SharedArrayBuffer[], value: T): T {
  let at = 0
  const copied = (part: unknown): unknown => {
    if (ArrayBuffer.isView(part)) {
      const Kind = part.constructor as new (buffer: SharedArrayBuffer) => View
      const copy = new Kind(buffers[at++]!)
      copy.set(part as View)
      return copy
    }
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).map(([key, field]) => [key, copied(field)]))
  }
  return copied(value) as T
}
