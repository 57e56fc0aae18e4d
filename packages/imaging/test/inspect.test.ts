import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PNG_LIMITS, inspectPng } from '../src/inspect.ts'
import { mutate } from './mutate.ts'
import { chunk, file, header, png } from './png-files.ts'

const PALETTE = chunk('PLTE', Uint8Array.of(10, 20, 30, 40, 50, 60))
/** Processor time, all threads: what a machine that others keep busy does not change. */
const millisecondsSince = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

describe('taken', () => {
  const kinds = [
    ['8-bit RGBA', { type: 6, depth: 8 }],
    ['16-bit RGBA', { type: 6, depth: 16 }],
    ['8-bit RGB', { type: 2, depth: 8 }],
    ['16-bit RGB', { type: 2, depth: 16 }],
    ['palette of 8 bits', { type: 3, depth: 8 }],
    ['palette of 1 bit', { type: 3, depth: 1 }],
    ['grey and alpha', { type: 4, depth: 8 }],
    ['grey and alpha of 16 bits', { type: 4, depth: 16 }],
    ['grey of 2 bits', { type: 0, depth: 2 }],
  ] as const
  test.each(kinds)('%s', async (_, kind) => {
    const bytes = png({ width: 33, height: 21, ...kind }, kind.type === 3 ? [PALETTE] : [])
    expect(await inspectPng(bytes)).toEqual({ ok: true, width: 33, height: 21, bitDepth: kind.depth, hasAlpha: kind.type >= 4 })
  })

  test('interlaced, of sizes where passes are empty too', async () => {
    for (const [width, height] of [[1, 1], [3, 5], [40, 9]] as const) {
      const raw = { create: { width, height, channels: 4 as const, background: '#ff880080' } }
      expect(await inspectPng(await sharp(raw).png({ progressive: true }).toBuffer())).toMatchObject({ ok: true, width, height })
    }
  })

  test('a palette with transparency has alpha', async () => {
    const bytes = png({ width: 4, height: 4, type: 3 }, [PALETTE, chunk('tRNS', Uint8Array.of(0, 255))])
    expect(await inspectPng(bytes)).toMatchObject({ ok: true, hasAlpha: true })
  })

  test('text, time and bytes after the end do not matter', async () => {
    const bytes = png({ width: 4, height: 4 }, [chunk('tEXt', Buffer.from('a\0b'))], [chunk('tIME', new Uint8Array(7))])
    expect(await inspectPng(Buffer.concat([bytes, Buffer.from('<script>')]))).toMatchObject({ ok: true })
  })
})

describe('refused', () => {
  const whole = png({ width: 40, height: 40 })

  test('what is no PNG, whatever its name', async () => {
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } }).jpeg().toBuffer()
    for (const bytes of [jpeg, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), new Uint8Array(), whole.subarray(0, 7)])
      expect(await inspectPng(bytes)).toEqual({ ok: false, reason: 'not-png' })
  })

  test('a file cut anywhere', async () => {
    for (let length = 8; length < whole.length; length += 5)
      expect(await inspectPng(whole.subarray(0, length))).toMatchObject({ ok: false, reason: 'unreadable' })
  })

  test('one altered byte anywhere before the end', async () => {
    for (let at = 8; at < whole.length; at += 3) {
      const bytes = whole.slice()
      bytes[at]! ^= 0x40
      expect(await inspectPng(bytes), `byte ${at}`).toMatchObject({ ok: false })
    }
  })

  test('data that stops early or goes on too long, its checksums in order', async () => {
    const of = (rows: number) => file(header({ width: 8, height: 8 }), chunk('IDAT', deflateSync(Buffer.alloc(33 * rows))), chunk('IEND'))
    expect(await inspectPng(of(8))).toMatchObject({ ok: true })
    for (const rows of [0, 7, 9, 1000]) expect(await inspectPng(of(rows))).toMatchObject({ ok: false, reason: 'unreadable' })
  })

  test('no data, a filter that does not exist, an unknown critical chunk, a palette picture without palette', async () => {
    const filtered = Buffer.alloc(33 * 8, 9)
    const bad = [
      file(header({ width: 8, height: 8 }), chunk('IEND')),
      file(header({ width: 8, height: 8 }), chunk('IDAT', deflateSync(filtered)), chunk('IEND')),
      png({ width: 8, height: 8 }, [chunk('ABCD')]),
      png({ width: 8, height: 8, type: 3 }),
      png({ width: 8, height: 8, type: 2, depth: 4 }),
      file(chunk('IEND')),
    ]
    for (const bytes of bad) expect(await inspectPng(bytes)).toMatchObject({ ok: false, reason: 'unreadable' })
  })

  test('animation', async () => {
    expect(await inspectPng(png({ width: 8, height: 8 }, [chunk('acTL', new Uint8Array(8))]))).toEqual({ ok: false, reason: 'animated' })
  })

  test('more than 10 MB, to the byte', async () => {
    const small = png({ width: 8, height: 8 })
    const filler = (size: number) => png({ width: 8, height: 8 }, [chunk('teXt', new Uint8Array(size - small.length - 12))])
    expect(await inspectPng(filler(PNG_LIMITS.bytes))).toMatchObject({ ok: true })
    expect(await inspectPng(filler(PNG_LIMITS.bytes + 1))).toEqual({ ok: false, reason: 'too-large', limit: 'bytes' })
  })

  test('bombs, from the header alone and in no time', async () => {
    const bombs = [
      [file(header({ width: 64_250, height: 64_250 }), chunk('IDAT', new Uint8Array(100)), chunk('IEND')), 'side'],
      [file(header({ width: 12_001, height: 1 }), chunk('IEND')), 'side'],
      [file(header({ width: 10_000, height: 5_001 }), chunk('IEND')), 'pixels'],
    ] as const
    const before = process.memoryUsage.rss()
    const start = process.cpuUsage()
    for (const [bytes, limit] of bombs) expect(await inspectPng(bytes)).toEqual({ ok: false, reason: 'too-large', limit })
    expect(millisecondsSince(start)).toBeLessThan(200)
    expect(process.memoryUsage.rss() - before).toBeLessThan(50e6)
  })

  test('bombs in text and profile are never opened', async () => {
    const bomb = deflateSync(Buffer.alloc(200_000_000), { level: 9 })
    const text = chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), bomb]))
    const profile = chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), bomb]))
    const before = process.memoryUsage.rss()
    const start = process.cpuUsage()
    for (const each of [text, profile]) expect(await inspectPng(png({ width: 8, height: 8 }, [each]))).toMatchObject({ ok: true })
    expect(millisecondsSince(start)).toBeLessThan(1000)
    expect(process.memoryUsage.rss() - before).toBeLessThan(50e6)
  })
})

test('300 mutated files: every one gets an answer', async () => {
  for (let seed = 0; seed < 300; seed++) {
    const answer = await inspectPng(mutate(seed))
    expect(typeof answer.ok).toBe('boolean')
  }
})
