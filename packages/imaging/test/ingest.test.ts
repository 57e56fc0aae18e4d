import { deflateSync } from 'node:zlib'
import { PNG_LIMITS } from '@printroom/studio/design/png-header'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ingestPng } from '../src/ingest.ts'
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
    expect(await ingestPng(bytes)).toMatchObject({ ok: true, width: 33, height: 21 })
  })

  test('interlaced, of sizes where passes are empty too', async () => {
    for (const [width, height] of [
      [1, 1],
      [3, 5],
      [40, 9],
    ] as const) {
      const raw = { create: { width, height, channels: 4 as const, background: '#ff880080' } }
      expect(await ingestPng(await sharp(raw).png({ progressive: true }).toBuffer())).toMatchObject({
        ok: true,
        width,
        height,
      })
    }
  })

  test('with our own file of its pixels, and both thumbnails, which keep transparency', async () => {
    const bytes = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#ff000040' } })
      .png()
      .toBuffer()
    const taken = await ingestPng(bytes)
    if (!taken.ok) throw new Error(taken.reason)
    expect((await sharp(taken.file).raw().toBuffer()).equals(await sharp(bytes).raw().toBuffer())).toBe(true)
    expect(await sharp(taken.thumbnail).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 171,
      hasAlpha: true,
    })
    expect(await sharp(taken.card).metadata()).toMatchObject({ format: 'webp', width: 352, hasAlpha: true })
  })

  test('text, time and bytes after the end do not matter', async () => {
    const bytes = png({ width: 4, height: 4 }, [chunk('tEXt', Buffer.from('a\0b'))], [chunk('tIME', new Uint8Array(7))])
    expect(await ingestPng(Buffer.concat([bytes, Buffer.from('<script>')]))).toMatchObject({ ok: true })
  })

  test('data that goes on past the last row is not kept', async () => {
    const taken = await ingestPng(
      file(header({ width: 8, height: 8 }), chunk('IDAT', deflateSync(Buffer.alloc(33 * 9))), chunk('IEND')),
    )
    expect(taken).toMatchObject({ ok: true, width: 8, height: 8 })
  })
})

describe('refused', () => {
  const whole = png({ width: 40, height: 40 })

  test('one altered byte anywhere before the end', async () => {
    for (let at = 8; at < whole.length; at += 3) {
      const bytes = whole.slice()
      bytes[at]! ^= 0x40
      expect(await ingestPng(bytes), `byte ${at}`).toMatchObject({ ok: false })
    }
  })

  test('data that stops early, its checksums in order', async () => {
    const of = (rows: number) =>
      file(header({ width: 8, height: 8 }), chunk('IDAT', deflateSync(Buffer.alloc(33 * rows))), chunk('IEND'))
    for (const rows of [0, 7]) expect(await ingestPng(of(rows))).toMatchObject({ ok: false, reason: 'unreadable' })
  })

  test('a filter that does not exist, an unknown critical chunk, a palette picture without palette', async () => {
    const filtered = Buffer.alloc(33 * 8, 9)
    const bad = [
      file(header({ width: 8, height: 8 }), chunk('IDAT', deflateSync(filtered)), chunk('IEND')),
      png({ width: 8, height: 8 }, [chunk('ABCD')]),
      png({ width: 8, height: 8, type: 3 }),
    ]
    for (const bytes of bad) expect(await ingestPng(bytes)).toMatchObject({ ok: false, reason: 'unreadable' })
  })

  test('what the header says already, before anything is decoded', async () => {
    expect(await ingestPng(file(header({ width: 64_250, height: 64_250 }), chunk('IEND')))).toEqual({
      ok: false,
      reason: 'too-large',
      limit: 'side',
    })
  })
})

test('bombs in text and profiles are never opened, or once', async () => {
  const bomb = deflateSync(Buffer.alloc(200_000_000), { level: 9 })
  const text = chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), bomb]))
  const profile = chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), bomb]))
  const small = chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(4_000_000), { level: 9 })]))
  const before = process.memoryUsage.rss()
  const start = process.cpuUsage()
  for (const chunks of [[text], [profile], Array.from({ length: PNG_LIMITS.otherChunks - 2 }, () => small)])
    expect(await ingestPng(png({ width: 8, height: 8 }, chunks))).toMatchObject({ ok: true })
  expect(millisecondsSince(start)).toBeLessThan(1500)
  expect(process.memoryUsage.rss() - before).toBeLessThan(80e6)
})

test('300 mutated files: every one gets an answer', async () => {
  for (let seed = 0; seed < 300; seed++) {
    const answer = await ingestPng(mutate(seed))
    expect(typeof answer.ok).toBe('boolean')
  }
})
