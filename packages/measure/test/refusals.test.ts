import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { measurePhotograph } from '../src/measure.ts'
import { loadOpenCv } from '../src/find/opencv.ts'
import { targetOf } from '../src/plate/target.ts'
import { drawSheet } from '../src/print/draw.ts'
import { sheetOf } from '../src/print/sheet.ts'
import { pngOf } from '../src/print/write-print.ts'

const MUG = targetOf('mug')
const [WIDTH, HEIGHT] = [1100, 960]

/** A sheet seen flat and straight before grey, made by `change`. */
async function flat(width: number, height: number, dpi: number, change = (picture: Sharp) => picture): Promise<Sharp> {
  const sheet = await pngOf(await drawSheet(sheetOf(width, height)), dpi)
  return sharp(
    await change(sharp(sheet))
      .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#b0b0b0' })
      .png()
      .toBuffer(),
  )
}

const jpeg = async (picture: Sharp) => new Uint8Array(await picture.jpeg({ quality: 92 }).toBuffer())
const codeOf = async (bytes: Uint8Array, target = MUG) => {
  const measurement = await measurePhotograph(bytes, target, 'own-1')
  return measurement.ok ? 'ok' : measurement.refusal.code
}

test('what is no photograph is refused by its first bytes, and a bomb by its header', async () => {
  expect(await codeOf(new Uint8Array())).toBe('empty')
  expect(await codeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'))).toBe(
    'not-a-photograph',
  )
  expect(await codeOf(Buffer.from('GIF89a/*\xff\xd8\xff*/=1;alert(1)', 'latin1'))).toBe('not-a-photograph')
  expect(await codeOf(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'))).toBe('unreadable')
  expect(await codeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3]))).toBe('unreadable')
  const before = process.resourceUsage().maxRSS
  expect(await codeOf(hugePng(20_000, 10_000))).toBe('too-many-pixels')
  // Decoded it would be 600 MB.
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(100 * 1024)
  const cut = (await jpeg(await flat(3.8, 3.3, 250))).slice(0, 30_000)
  expect(await codeOf(cut)).toBe('unreadable')
})

test('a photograph that cannot be measured says what to do', async () => {
  const sentences = new Map<string, string>()
  const refused = async (bytes: Uint8Array) => {
    const measurement = await measurePhotograph(bytes, MUG, 'own-1')
    if (measurement.ok) return 'ok'
    sentences.set(measurement.refusal.code, measurement.refusal.sentence)
    return measurement.refusal.code
  }
  const plain = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#cfc8bb' } })
  expect(await refused(await jpeg(plain))).toBe('no-markers')
  expect(await refused(await jpeg((await flat(3.8, 3.3, 250)).flop()))).toBe('mirrored')
  expect(await refused(await jpeg(await flat(8.5, 3.3, 200)))).toBe('other-sheet')
  const twice = await (await flat(3.8, 3.3, 220)).toBuffer()
  const { width = 0 } = await sharp(twice).metadata()
  expect(
    await refused(
      await jpeg(
        sharp(twice)
          .extend({ right: width, background: '#b0b0b0' })
          .composite([{ input: twice, left: width, top: 0 }]),
      ),
    ),
  ).toBe('two-sheets')
  expect(await refused(await jpeg(await flat(3.8, 3.3, 250, (picture) => picture.blur(11))))).toMatch(
    /not-sharp|too-few-markers|no-markers/,
  )
  expect(
    await refused(
      await jpeg(await flat(3.8, 3.3, 300, (picture) => picture.resize({ width: 500, height: 990, fit: 'fill' }))),
    ),
  ).toBe('perspective')
  expect(await refused(await jpeg(await covered()))).toBe('too-few-markers')
  expect(await refused(await jpeg((await flat(3.8, 3.3, 250)).linear(1, 0)))).toBe('clipped')
  expect(await refused(await jpeg(await otherVersion()))).toBe('other-version')
  expect(await refused(await jpeg(await ofScreen()))).toBe('screen')
  for (const [code, sentence] of sentences) expect(sentence, code).toMatch(/^[A-Z].*\.$/)
})

/** All but a corner of the sheet lies under something. */
async function covered(): Promise<Sharp> {
  const sheet = await (await flat(3.8, 3.3, 250)).toBuffer()
  const { width = 0, height = 0 } = await sharp(sheet).metadata()
  const cover = await sharp({ create: { width, height: Math.round(height * 0.8), channels: 3, background: '#886644' } })
    .png()
    .toBuffer()
  return sharp(sheet).composite([{ input: cover, left: 0, top: Math.round(height * 0.2) }])
}

/** A sheet on a screen: darker than paper, its stripes beating with the camera's pixels in colours. */
async function ofScreen(): Promise<Sharp> {
  const { data, info } = await (await flat(3.8, 3.3, 250)).raw().toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at++) {
    const [x, c] = [Math.floor(at / 3) % info.width, at % 3]
    data[at] = data[at]! * 0.8 * (0.94 + 0.06 * Math.cos(2 * Math.PI * (x / 23 + c / 3)))
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
}

/** Twelve markers of a dictionary that is none of this version's. */
async function otherVersion(): Promise<Sharp> {
  const { cv } = await loadOpenCv()
  const [dictionary, marker] = [cv.getPredefinedDictionary(cv.DICT_6X6_1000), new cv.Mat()]
  const markers = []
  for (let id = 0; id < 12; id++) {
    cv.generateImageMarker(dictionary, id, 120, marker, 1)
    const input = await sharp(Buffer.from(marker.data), { raw: { width: 120, height: 120, channels: 1 } })
      .png()
      .toBuffer()
    markers.push({ input, left: 100 + 200 * (id % 4), top: 100 + 200 * Math.floor(id / 4) })
  }
  for (const held of [dictionary, marker]) held.delete()
  return sharp({ create: { width: 1000, height: 800, channels: 3, background: '#ffffff' } }).composite(markers)
}

/** The header of a PNG of so many pixels, with hardly any behind it. */
function hugePng(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('the command prints, refuses with a sentence and leaves no plate behind', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'measure-'))
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', main, ...args], { encoding: 'utf8' })
  try {
    expect(run('print', '--product', 'mug', '-o', folder).status).toBe(0)
    expect(readdirSync(folder).toSorted()).toEqual(['calibration-3.8x3.3-v1.pdf', 'calibration-3.8x3.3-v1.png'])
    const empty = path.join(folder, 'empty.jpg')
    writeFileSync(empty, '')
    const refused = run('measure', empty, '--product', 'mug', '-o', folder)
    expect([refused.status, refused.stderr.trim()]).toEqual([2, 'The file is empty. Choose the photograph again.'])
    expect(JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')).refused.code).toBe('empty')
    expect(existsSync(path.join(folder, 'mug'))).toBe(false)
    expect(run('measure', empty, '--product', 'mug', '--name', '../out', '-o', folder).status).toBe(1)
    expect(run('measure').stderr).toContain('--product PRODUCT')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
