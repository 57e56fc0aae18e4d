import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { PNG_LIMITS, SIGNATURE, checkPng } from '../src/design/png-header.ts'

function chunk(name: string, data: Uint8Array = new Uint8Array()): Uint8Array {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length, 0)
  out.write(name, 4, 'latin1')
  out.set(data, 8)
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length)
  return out
}
function header(width: number, height: number, [depth, type, interlace] = [8, 6, 0]): Uint8Array {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth!, type!, 0, 0, interlace!], 8)
  return chunk('IHDR', data)
}
const file = (...chunks: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]))
const many = (count: number, one: Uint8Array): Uint8Array => Buffer.concat(Array.from({ length: count }, () => one))
const [data, end] = [chunk('IDAT', new Uint8Array(20)), chunk('IEND')]
const small = file(header(8, 8), data, end)

/** Processor time, all threads: what a machine that others keep busy does not change. */
const millisecondsOf = (work: () => void): number => {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

test('the header tells size, depth, colours and order', () => {
  expect(checkPng(file(header(30, 20, [16, 6, 1]), data, end))).toEqual({
    ok: true,
    header: { width: 30, height: 20, bitDepth: 16, colourType: 6, isInterlaced: true },
  })
})

describe('taken, to the number', () => {
  test('10 MB, 50 megapixels, 12,000 a side', () => {
    const filled = file(header(8, 8), chunk('teXt', new Uint8Array(PNG_LIMITS.bytes - small.length - 12)), data, end)
    expect(filled.length).toBe(PNG_LIMITS.bytes)
    for (const bytes of [filled, file(header(10_000, 5_000), data, end), file(header(12_000, 1), data, end)])
      expect(checkPng(bytes)).toMatchObject({ ok: true })
  })

  test('as many chunks as are read', () => {
    expect(checkPng(file(header(8, 8), many(PNG_LIMITS.dataChunks, chunk('IDAT')), end))).toMatchObject({ ok: true })
    expect(checkPng(file(header(8, 8), many(PNG_LIMITS.otherChunks - 2, chunk('tEXt')), data, end))).toMatchObject({
      ok: true,
    })
  })

  test('what follows the end is not looked at', () => {
    expect(checkPng(Buffer.concat([small, Buffer.from('<script>')]))).toMatchObject({ ok: true })
  })
})

describe('refused', () => {
  test('what is no PNG, whatever its name', () => {
    for (const bytes of [
      Buffer.from('\xff\xd8\xff\xe0JFIF', 'latin1'),
      Buffer.from('<svg/>'),
      new Uint8Array(),
      small.subarray(0, 7),
    ])
      expect(checkPng(bytes)).toEqual({ ok: false, reason: 'not-png' })
  })

  test('a file cut anywhere', () => {
    for (let length = 8; length < small.length; length++)
      expect(checkPng(small.subarray(0, length))).toMatchObject({ ok: false, reason: 'unreadable' })
  })

  test('a damaged header, two of them, none, no data, an unknown kind', () => {
    const damaged = small.slice()
    damaged[18]! ^= 1
    const bad = [
      damaged,
      file(header(8, 8), header(8, 8), data, end),
      file(data, end),
      file(header(8, 8), end),
      file(header(8, 8, [4, 2, 0]), data, end),
      file(header(8, 8, [8, 6, 2]), data, end),
      file(header(0, 8), data, end),
    ]
    for (const bytes of bad) expect(checkPng(bytes)).toMatchObject({ ok: false, reason: 'unreadable' })
  })

  test('animation', () => {
    for (const name of ['acTL', 'fcTL', 'fdAT'])
      expect(checkPng(file(header(8, 8), chunk(name, new Uint8Array(8)), data, end))).toEqual({
        ok: false,
        reason: 'animated',
      })
  })

  test('a byte, a pixel, a side or a chunk too many', () => {
    expect(checkPng(Buffer.concat([small, Buffer.alloc(PNG_LIMITS.bytes)]))).toEqual({
      ok: false,
      reason: 'too-large',
      limit: 'bytes',
    })
    expect(checkPng(file(header(12_001, 1), data, end))).toEqual({ ok: false, reason: 'too-large', limit: 'side' })
    expect(checkPng(file(header(10_000, 5_001), data, end))).toEqual({
      ok: false,
      reason: 'too-large',
      limit: 'pixels',
    })
    expect(checkPng(file(header(8, 8), many(PNG_LIMITS.dataChunks + 1, chunk('IDAT')), end))).toEqual({
      ok: false,
      reason: 'scattered',
    })
    expect(checkPng(file(header(8, 8), many(PNG_LIMITS.otherChunks - 1, chunk('tEXt')), data, end))).toEqual({
      ok: false,
      reason: 'scattered',
    })
  })
})

test('the worst that 10 MB can hold costs no time and no memory: bombs by header, by data chunks, by other chunks', () => {
  const worst = [
    file(header(64_250, 64_250), data, end),
    file(header(8, 8), many(860_000, chunk('IDAT')), data, end),
    file(header(8, 8), many(800_000, chunk('tEXt')), data, end),
    file(header(7_070, 7_070, [16, 6, 1]), many(PNG_LIMITS.dataChunks, chunk('IDAT', new Uint8Array(500))), end),
  ]
  const before = process.memoryUsage.rss()
  for (const bytes of worst) expect(millisecondsOf(() => checkPng(bytes))).toBeLessThan(200)
  expect(process.memoryUsage.rss() - before).toBeLessThan(50e6)
})
