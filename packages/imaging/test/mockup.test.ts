import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createByteCache } from '../src/byte-cache.ts'
import { type MockupRequest, renderMockup } from '../src/mockup.ts'
import { studio } from './studio.ts'

const design = new Uint8Array(
  await sharp({ create: { width: 300, height: 300, channels: 4, background: '#d50032' } })
    .png()
    .toBuffer(),
)

const request: MockupRequest = {
  product: 'mug',
  baseModel: null,
  style: 'studio-product',
  background: 'white-studio',
  gender: null,
  design,
  colour: { hex: '#FFFFFF', heather: false },
  designSize: 'medium',
  ordinal: 0,
  size: 256,
}

test('a mockup comes as JPEG and thumbnail with the shot that repeats it, its progress rising to 100', async () => {
  const told: number[] = []
  const result = await renderMockup(studio, request, { onProgress: (percent) => told.push(percent) })
  if (!result.ok) throw new Error(result.reason)
  expect(await sharp(result.mockup.jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 256 })
  expect(await sharp(result.mockup.thumbnail).metadata()).toMatchObject({ format: 'webp', width: 256 })
  expect(told).toEqual([...told].sort((a, b) => a - b))
  expect(told.at(-1)).toBe(100)
  const shot = JSON.parse(JSON.stringify(result.mockup.shot)) as typeof result.mockup.shot
  const again = await renderMockup(studio, { ...request, ordinal: 5, shot })
  expect(again.ok && Buffer.compare(again.mockup.jpeg, result.mockup.jpeg)).toBe(0)
})

test('what no plate serves, and what is no design, is said and not thrown', async () => {
  expect(await renderMockup(studio, { ...request, product: 'spoon' })).toEqual({ ok: false, reason: 'not-served' })
  expect(await renderMockup(studio, { ...request, design: Uint8Array.of(1, 2, 3) })).toEqual({
    ok: false,
    reason: 'unreadable-design',
  })
})

test('an aborted render rejects with its reason', async () => {
  const signal = AbortSignal.abort(new Error('no longer wanted'))
  await expect(renderMockup(studio, request, { signal })).rejects.toThrow('no longer wanted')
})

test('the cache keeps to its bytes, drops the least recently used and forgets failures', async () => {
  const loaded: string[] = []
  const cache = createByteCache<number>(10, (value) => value)
  const load = (key: string, size: number) => cache(key, async () => (loaded.push(key), size))
  await load('a', 4)
  await load('b', 4)
  await load('a', 4)
  await load('c', 4)
  await load('a', 4)
  await load('b', 4)
  expect(loaded).toEqual(['a', 'b', 'c', 'b'])
  const both = await Promise.all([load('d', 1), load('d', 1)])
  expect(both).toEqual([1, 1])
  expect(loaded.filter((key) => key === 'd')).toHaveLength(1)
  await expect(cache('e', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await load('e', 2)).toBe(2)
})
