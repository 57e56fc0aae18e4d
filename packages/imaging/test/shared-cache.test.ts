import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { type LastSeen, type SharedCache, askSharedCache, createSharedCache } from '../src/shared-cache.ts'

type Picture = { manifest: { name: string; sizes: number[] }; map: { u: Uint16Array; gaps: null }; data: Uint8Array }
const PICTURE_BYTES = 3000

const picture = (name: string, fill: number): Picture => ({
  manifest: { name, sizes: [1, 2] },
  map: { u: new Uint16Array(500).fill(fill * 256), gaps: null },
  data: new Uint8Array(2000).fill(fill),
})

const ports: MessagePort[] = []
afterEach(() => ports.splice(0).forEach((port) => port.close()))

/** A task that asks the cache over a port of its own, as one of a thread does. */
function task(cache: SharedCache, seen?: LastSeen<Picture>) {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  cache.answer(port1)
  const get = askSharedCache<Picture>(port2, seen)
  let loads = 0
  return {
    get: (name: string, fill: number) =>
      get(name, async () => {
        loads++
        return picture(name, fill)
      }),
    ask: get,
    loads: () => loads,
    async end() {
      const closed = new Promise((resolve) => port1.once('close', resolve))
      port2.close()
      await closed
    },
  }
}

it('loads a value once for all, whole, in memory that all see', async () => {
  const cache = createSharedCache(10 * PICTURE_BYTES)
  const [one, other] = [task(cache), task(cache)]
  const [mine, theirs] = await Promise.all([one.get('plate', 7), other.get('plate', 8)])
  expect([one.loads(), other.loads()]).toEqual([1, 0])
  expect(mine).toEqual(picture('plate', 7))
  expect(theirs).toEqual(mine)
  mine.data[0] = 9
  expect(theirs.data[0]).toBe(9)
  expect([theirs.data.buffer, theirs.map.u.buffer].every((buffer) => buffer instanceof SharedArrayBuffer)).toBe(true)
})

it('keeps what was used last, and what somebody works with whatever its size', async () => {
  const cache = createSharedCache(2 * PICTURE_BYTES)
  const holder = task(cache)
  const held = await holder.get('held', 1)
  for (const [at, name] of ['a', 'b', 'c'].entries()) {
    const passing = task(cache)
    await passing.get(name, at + 2)
    await passing.end()
  }
  expect(held).toEqual(picture('held', 1))
  const late = task(cache)
  await Promise.all([late.get('held', 5), late.get('c', 5)])
  expect(late.loads()).toBe(0)
  await late.get('a', 5)
  expect(late.loads()).toBe(1)
})

it('writes over what nobody works with any more, and over nothing else', async () => {
  const cache = createSharedCache(PICTURE_BYTES)
  const [first, second] = [task(cache), task(cache)]
  const old = await first.get('old', 1)
  await second.get('beside', 2)
  expect(old.data[0]).toBe(1)
  await first.end()
  await task(cache).get('new', 3)
  expect([old.data[0], old.map.u[0]]).toEqual([3, 3 * 256])
})

it('gives a thread the object that it had, until its memory holds something else', async () => {
  const cache = createSharedCache(PICTURE_BYTES)
  const seen: LastSeen<Picture> = new Map()
  const made = await inOneTask(cache, seen, 'plate', 1)
  expect(await inOneTask(cache, seen, 'plate', 2)).toBe(made)
  await inOneTask(cache, new Map(), 'another', 3)
  const anew = await inOneTask(cache, seen, 'plate', 4)
  expect(anew).not.toBe(made)
  expect(anew.data[0]).toBe(4)
  expect(await inOneTask(cache, seen, 'plate', 5)).toBe(anew)
  expect([...seen.keys()]).toEqual(['plate'])
  for (const name of ['a', 'b', 'c']) await inOneTask(cache, seen, name, 6)
  expect([...seen.keys()]).toEqual(['b', 'c'])
})

async function inOneTask(cache: SharedCache, seen: LastSeen<Picture>, name: string, fill: number): Promise<Picture> {
  const one = task(cache, seen)
  const value = await one.get(name, fill)
  await one.end()
  return value
}

it('whose load fails for one is loaded by the others themselves, and anew by the next', async () => {
  const cache = createSharedCache(10 * PICTURE_BYTES)
  const [broken, waiting] = [task(cache), task(cache)]
  let fail: (error: Error) => void = () => {}
  const failed = broken.ask('plate', () => new Promise((_, reject) => (fail = reject)))
  const waited = waiting.get('plate', 2)
  await task(cache).get('another', 1) // by then both have asked
  fail(new Error('this plate cannot be read'))
  await expect(failed).rejects.toThrow('this plate cannot be read')
  expect(await waited).toEqual(picture('plate', 2))
  const next = task(cache)
  expect(await next.get('plate', 3)).toEqual(picture('plate', 3))
  expect(next.loads()).toBe(1)
})

it('whose thread ends in the middle of loading keeps nobody waiting', async () => {
  const cache = createSharedCache(10 * PICTURE_BYTES)
  const [lost, waiting] = [task(cache), task(cache)]
  void lost.ask('plate', () => new Promise(() => {}))
  const waited = waiting.get('plate', 4)
  await task(cache).get('another', 1)
  await lost.end()
  expect(await waited).toEqual(picture('plate', 4))
})
