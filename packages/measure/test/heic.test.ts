import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readHeif } from '@printroom/contract/files/heif'
import { measurePhotograph } from '../src/measure.ts'
import { readPhoto } from '../src/find/read-photo.ts'
import { targetOf } from '../src/plate/target.ts'

// A made photograph of a tote's sheet, lying on its side (`irot`, and Exif's 6 beside it), in Display P3, with a place and a camera.
const HEIC = readFileSync(new URL('./files/upright.heic', import.meta.url))
const photoOf = async (bytes: Uint8Array) => {
  const read = await readPhoto(bytes)
  return read.ok ? read.photo : read.refusal.code
}
/** The file with other bytes where a text stands for the `nth` time. */
function changed(text: string, by: (bytes: Buffer, at: number) => void, nth = 1): Buffer {
  const bytes = Buffer.from(HEIC)
  let at = -1
  for (let count = 0; count < nth; count++) at = bytes.indexOf(text, at + 1)
  by(bytes, at)
  return bytes
}

test('a HEIC is read upright and in sRGB, and measured like any photograph', async () => {
  const photo = await photoOf(HEIC)
  if (typeof photo === 'string') throw new Error(photo)
  expect([photo.width, photo.height]).toEqual([1100, 1467])
  const heif = readHeif(HEIC)
  if (typeof heif === 'string') throw new Error(heif)
  // The same pixels with no profile are P3's numbers, in which the ground's blue is less.
  const untagged = await photoOf(changed('colr', (bytes, at) => bytes.write('xxxx', at)))
  if (typeof untagged === 'string') throw new Error(untagged)
  expect(Buffer.compare(photo.rgb, untagged.rgb)).not.toBe(0)
  const measurement = await measurePhotograph(HEIC, targetOf('tote-bag'), 'own-1')
  if (!measurement.ok) throw new Error(measurement.refusal.sentence)
  expect(measurement.report.markers.found).toBeGreaterThan(100)
  expect(measurement.report.map.p95).toBeLessThan(1.2)
})

test('a HEIC that is huge, cut short, a film or of another codec is refused, nothing of it decoded', async () => {
  const before = process.resourceUsage().maxRSS
  const huge = changed(
    'ispe',
    (bytes, at) => bytes.writeUInt32BE(60_000, at + 8) && bytes.writeUInt32BE(60_000, at + 12),
  )
  expect(await photoOf(huge)).toBe('too-many-pixels')
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(50 * 1024)
  for (const length of [40, 500, 1100, HEIC.length - 5000])
    expect(await photoOf(HEIC.subarray(0, length))).toBe('unreadable')
  expect(await photoOf(changed('meta', (bytes, at) => bytes.write('moov', at)))).toBe('sequence')
  expect(await photoOf(changed('hvc1', (bytes, at) => bytes.write('av01', at)))).toBe('other-codec')
})
