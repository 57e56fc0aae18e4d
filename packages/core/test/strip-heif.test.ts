import { readFileSync } from 'node:fs'
import { readHeif } from '@printroom/contract/files/heif'
import { expect, it } from 'vitest'
import { stripPhotograph } from '../src/domain/scenes/strip-photograph.ts'

const HEIC = readFileSync(new URL('../../measure/test/files/upright.heic', import.meta.url))
const WORDS = ['Made Camera', 'Printroom 1', 'Munich', 'xmpmeta']

it('place, camera and whatever hangs behind a HEIC are gone; its picture’s bytes stay', () => {
  const tail = Buffer.from('<script>a polyglot</script>'.repeat(9))
  const { bytes, type } = stripPhotograph(Buffer.concat([HEIC, tail]))
  expect(type).toBe('image/heic')
  for (const word of WORDS) expect([HEIC.includes(word), bytes.includes(word)]).toEqual([true, false])
  expect(bytes.includes('polyglot')).toBe(false)
  const [before, after] = [readHeif(HEIC), readHeif(bytes)]
  if (typeof before === 'string' || typeof after === 'string') throw new Error('no picture')
  expect(after.data).toEqual(before.data)
  for (const { start, end } of after.data) expect(bytes.subarray(start, end)).toEqual(HEIC.subarray(start, end))
  expect(after.icc).toEqual(before.icc)
})

it('a HEIC that says it is huge, or ends too early, is refused before anything is stored', () => {
  const huge = Buffer.from(HEIC)
  const at = huge.indexOf('ispe')
  huge.writeUInt32BE(20_000, at + 8)
  huge.writeUInt32BE(20_000, at + 12)
  expect(() => stripPhotograph(huge)).toThrow(expect.objectContaining({ code: 'too_large' }))
  for (const length of [30, 300, 1040, HEIC.length - 4000])
    expect(() => stripPhotograph(HEIC.subarray(0, length))).toThrow(
      expect.objectContaining({ code: 'unreadable_photograph' }),
    )
})
