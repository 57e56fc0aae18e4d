import { isDeepStrictEqual } from 'node:util'
import { MESH_POINTS } from '@printroom/imaging/design-mesh'
import { encodePsd } from '@printroom/imaging/psd'
import { targetOf } from '@printroom/measure/plate/target'
import { scenePsd } from '@printroom/measure/psd/scene-psd'
import { expect, it } from 'vitest'
import { stripPhotograph } from '../src/domain/scenes/strip-photograph.ts'

const SIDE = 640
/** From where its first layer's record goes to what it notes of itself: place, channels, how it is blended. */
const [PLACE_BYTES, CHANNEL_BYTES, BLEND_BYTES] = [18, 6, 12]
const rgb = (value: number) => ({ width: SIDE, height: SIDE, data: new Uint8Array(3 * SIDE ** 2).fill(value) })
const part = (value: number) => ({
  left: 160,
  top: 160,
  width: 320,
  height: 320,
  data: new Uint8Array(4 * 320 ** 2).fill(value).map((each, at) => (at % 4 === 3 ? 255 : each)),
})

/** As a phone's JPEG begins, with its camera and place; nobody decodes what is embedded. */
const photograph = Buffer.from('\xff\xd8\xff\xe1\0\x40Exif\0\0MM\0*Camera of somebody, Munich Lehel', 'latin1')
const flat = Array.from({ length: MESH_POINTS ** 2 }, (_, at): [number, number] => [
  160 + (320 * (at % MESH_POINTS)) / (MESH_POINTS - 1),
  160 + (320 * Math.floor(at / MESH_POINTS)) / (MESH_POINTS - 1),
])
const layers = {
  picture: rgb(200),
  blank: rgb(230),
  print: part(90),
  covered: part(255),
  light: part(240),
  shine: part(3),
}
const psd = Buffer.from(await encodePsd(layers, { design: photograph, width: 64, height: 64, mesh: flat }, 'studio'))

/** Where the record of the first layer begins: behind the resources and three lengths. */
function firstRecordOf(bytes: Buffer): number {
  const resources = 30 + bytes.readUInt32BE(26)
  return resources + 4 + bytes.readUInt32BE(resources) + 10
}

/** The document with a note in its first layer, as an application leaves it there. */
function withNote(bytes: Buffer, key: string, text: string): Buffer {
  const record = firstRecordOf(bytes)
  const [section, info] = [record - 10, record - 6]
  const extra = record + PLACE_BYTES + CHANNEL_BYTES * bytes.readUInt16BE(record + 16) + BLEND_BYTES
  const end = extra + 4 + bytes.readUInt32BE(extra)
  const note = Buffer.concat([Buffer.from(`8BIM${key}`), Buffer.from([0, 0, 0, text.length]), Buffer.from(text)])
  const out = Buffer.concat([bytes.subarray(0, end), note, bytes.subarray(end)])
  for (const at of [section, info, extra]) out.writeUInt32BE(out.readUInt32BE(at) + note.length, at)
  return out
}

it('place and camera of files within a PSD, notes in its layers and what hangs behind are gone; the scene is the same', async () => {
  const whole = Buffer.concat([withNote(psd, 'shmd', 'edited by Anna'), Buffer.from('<script>a polyglot</script>')])
  const { bytes, type } = stripPhotograph(whole)
  expect(type).toBe('image/vnd.adobe.photoshop')
  for (const word of ['Camera of somebody', 'Munich Lehel', 'edited by Anna', 'digitalsourcetype', 'polyglot'])
    expect([word, whole.includes(word), bytes.includes(word)]).toEqual([word, true, false])
  const scenes = await Promise.all([whole, bytes].map((each) => scenePsd(each, targetOf('t-shirt'), 'own-1')))
  const [before, after] = scenes.map((scene) => {
    if (!scene.ok) throw new Error(scene.refusal.sentence)
    return { plate: scene.plate, backdrop: scene.backdrop, psd: scene.report.psd, warnings: scene.report.warnings }
  })
  // Millions of pixels: `toEqual` looks at each by itself.
  expect(isDeepStrictEqual(after, before)).toBe(true)
  expect(after?.psd.smartObject).toBe('Print')
  expect(stripPhotograph(bytes).bytes.equals(bytes)).toBe(true)
})

it('a PSD keeps its color profile', () => {
  const { bytes } = stripPhotograph(psd)
  const profile = psd.subarray(psd.indexOf('acsp') - 36, psd.indexOf('acsp') + 200)
  expect(bytes.includes(profile)).toBe(true)
})

it('a PSD that is cut short, or whose lengths do not meet, is refused as a Photoshop file', () => {
  const refused = expect.objectContaining({
    code: 'unreadable_photograph',
    message: expect.stringContaining('Photoshop file'),
  })
  const end = stripPhotograph(psd).bytes.length
  for (const length of [4, 20, 30, 600, 4000, end >> 1])
    expect(() => stripPhotograph(psd.subarray(0, length))).toThrow(refused)
  const lost = withNote(psd, 'shmd', 'Ann')
  lost.writeUInt32BE(4000, lost.indexOf('8BIMshmd') + 8)
  expect(() => stripPhotograph(lost)).toThrow(refused)
  const claimed = Buffer.from(psd)
  claimed.writeUInt32BE(psd.length, firstRecordOf(psd) + PLACE_BYTES + 2) // of its first channel's pixels
  expect(() => stripPhotograph(claimed)).toThrow(refused)
})

it('what a PSD says of itself that makes no scene is said before it is stored', () => {
  const changed = (at: number, value: number) => {
    const bytes = Buffer.from(psd)
    bytes.writeUInt16BE(value, at)
    return bytes
  }
  for (const [bytes, sentence] of [
    [changed(4, 2), 'PSB'],
    [changed(24, 4), 'not in RGB'],
    [changed(22, 16), '8 bits'],
    [changed(16, 599), '600 pixels'],
  ] as const)
    expect(() => stripPhotograph(bytes)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(sentence) }),
    )
  expect(() => stripPhotograph(changed(14, 2))).toThrow(expect.objectContaining({ code: 'too_large' }))
})
