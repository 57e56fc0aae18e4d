import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkPlate } from '@printroom/imaging/plate-check/check-plate'
import { targetOf } from '../src/plate/target.ts'
import { writePlate } from '../src/plate/write-plate.ts'
import { scenePsd } from '../src/psd/scene-psd.ts'
import { QUAD, SIDE, cloth, layerOf, meshOf, photo, placement, psdOf, smartObject } from './made-psd.ts'

const TARGET = targetOf('t-shirt')
const folder = await mkdtemp(path.join(tmpdir(), 'printroom-psd-'))
afterAll(() => rm(folder, { recursive: true }))

async function read(bytes: Uint8Array) {
  const scene = await scenePsd(bytes, TARGET, 'own-1')
  if (!scene.ok) throw new Error(scene.refusal.code)
  await writePlate(folder, scene.plate, scene.backdrop)
  return { ...scene, checked: await checkPlate(path.join(folder, 't-shirt/plates/own-1')) }
}
const codeOf = async (bytes: Uint8Array) => {
  const scene = await scenePsd(bytes, TARGET, 'own-1')
  return scene.ok ? 'ok' : scene.refusal.code
}
const shadow = () =>
  layerOf('Shadows', (x) => [0.8 + 0.2 * x, 0.8 + 0.2 * x, 0.8 + 0.2 * x, 1], { blendMode: 'multiply' })
const shine = () => layerOf('Highlights', (_, y) => [0.1 * y, 0.1 * y, 0.1 * y, 1], { blendMode: 'screen' })

test('a quad in perspective with shadows and highlights in a group becomes a plate that passes the check', async () => {
  const smart = smartObject(placement(QUAD, { nonAffineTransform: QUAD }), { blendMode: 'multiply' })
  const group = { name: 'Light', blendMode: 'pass through' as const, children: [shadow(), shine()] }
  const { checked, report, plate } = await read(psdOf([photo(), smart, group]))
  expect(checked.findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(checked.isUsable).toBe(true)
  expect(report.psd.smartObject).toBe('Your design here')
  expect(report.recolours).toBe(false)
  // The left upper corner of the content lies where the quad begins.
  const at = 303 * SIDE + 295
  const across = (plate.map.u[at]! / 65_535) * plate.manifest.pattern.width + plate.manifest.pattern.x0
  expect(across / 0.0254).toBeCloseTo(-plate.manifest.print.maxWidthIn / 2, 0)
})

test('warped by one patch or by a quilt of nine, a design lies where the mesh puts it', async () => {
  for (const rows of [4, 10]) {
    const warp = meshOf(1000, rows, (x, y) => [0.05 * Math.sin(3 * y), 0.08 * Math.sin(Math.PI * x)])
    const { checked } = await read(psdOf([photo(), smartObject(placement(QUAD, { warp })), shadow()]))
    expect(checked.findings.filter(({ level }) => level === 'error')).toEqual([])
  }
})

test('the bare cloth is the photograph’s own, and black is what lies on it alone', async () => {
  const smart = smartObject(placement(QUAD), { blendMode: 'multiply', opacity: 0.8 })
  const { plate } = await read(psdOf([photo(), smart]))
  const at = 450 * SIDE + 450
  const shown = ['key', 'fill', 'env'] as const
  for (const group of shown) {
    const { white, black } = plate.groups[group]
    const light = ({ data, range }: typeof white) => (data[at]! / 255) ** 2 * range
    // A fifth of the cloth is seen through black; as coded 0.2 · 0.9 is 3 % of its light.
    expect(light(black) / light(white)).toBeGreaterThan(0.01)
    expect(light(black) / light(white)).toBeLessThan(0.08)
  }
})

test('a color layer that is masked to the garment lets it take other colors', async () => {
  const mask = layerOf('mask', (x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.42 ? [1, 1, 1, 1] : [0, 0, 0, 1]))
  const colour = {
    name: 'Shirt color',
    blendMode: 'multiply' as const,
    vectorFill: { type: 'color' as const, color: { r: 30, g: 40, b: 90 } },
    mask: { left: 0, top: 0, right: SIDE, bottom: SIDE, defaultColor: 0, imageData: mask.imageData! },
  }
  const { report, plate, checked } = await read(psdOf([photo(), colour, smartObject(placement(QUAD)), shadow()]))
  expect(report).toMatchObject({ recolours: true, psd: { colourLayer: 'Shirt color' } })
  expect(plate.map.coverage[200 * SIDE + 450]).toBe(255)
  expect(plate.map.coverage[20 * SIDE + 20]).toBe(0)
  expect(checked.findings.filter(({ level }) => level === 'error')).toEqual([])
})

test('what cannot be read is named, with what comes of it', async () => {
  const filter = {
    enabled: true,
    validAtPosition: true,
    maskEnabled: true,
    maskLinked: true,
    maskExtendWithWhite: false,
    list: [],
  }
  const warp = { ...meshOf(1000, 4, () => [0, 0]), style: 'arc' as const, value: 30, customEnvelopeWarp: undefined }
  const small = smartObject(placement([20, 20, 120, 20, 120, 120, 20, 120]), { name: 'Label' })
  const smart = smartObject(placement(QUAD, { warp, filter }))
  const { report } = await read(
    psdOf([
      photo(),
      small,
      smart,
      { name: 'Warmer', adjustment: { type: 'brightness/contrast', brightness: 20, contrast: 0 } },
      layerOf('Grain', () => [0.5, 0.5, 0.5, 0.1], { blendMode: 'overlay' }),
      layerOf('Tint', () => [1, 0.8, 0.7, 0.2], { blendMode: 'color' }),
    ]),
  )
  const said = report.warnings.join('\n')
  for (const word of [
    '2 smart objects',
    'warp “arc”',
    '“Warmer” is an adjustment',
    '“Grain” lies above',
    '“Tint” is blended by “color”',
  ])
    expect(said).toContain(word)
})

test('what makes no scene says why, and nothing of it is decoded', async () => {
  const smart = () => smartObject(placement(QUAD))
  const whole = Buffer.from(psdOf([photo(), smart()]))
  const changed = (by: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(whole)
    by(bytes)
    return bytes
  }
  expect(await codeOf(psdOf([photo()]))).toBe('no-smart-object')
  expect(await codeOf(psdOf([photo(), { ...smart(), hidden: true }]))).toBe('no-smart-object')
  expect(await codeOf(changed((bytes) => bytes.writeUInt16BE(2, 4)))).toBe('psb')
  expect(await codeOf(changed((bytes) => bytes.writeUInt16BE(4, 24)))).toBe('not-rgb')
  expect(await codeOf(changed((bytes) => bytes.writeUInt16BE(9, 24)))).toBe('not-rgb')
  expect(await codeOf(changed((bytes) => bytes.writeUInt16BE(16, 22)))).toBe('not-8-bit')
  const before = process.resourceUsage().maxRSS
  expect(await codeOf(changed((bytes) => bytes.writeUInt32BE(30_000, 14) && bytes.writeUInt32BE(30_000, 18)))).toBe(
    'too-many-pixels',
  )
  // The first layer says that it is 30,000 pixels wide and high.
  const layers = whole.indexOf('8BIMnorm') - 4 * 6 - 2 - 16
  expect(
    await codeOf(changed((bytes) => bytes.writeInt32BE(29_999, layers + 8) && bytes.writeInt32BE(29_999, layers + 12))),
  ).toMatch(/layers-too-large|unreadable/)
  for (const length of [4, 26, 40, 5000, whole.length >> 1])
    expect(await codeOf(whole.subarray(0, length))).toBe('unreadable')
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(100 * 1024)
  const away = smartObject(placement([2000, 2000, 2300, 2000, 2300, 2300, 2000, 2300]))
  expect(await codeOf(psdOf([photo(), away]))).toBe('outside')
  expect(await codeOf(psdOf([photo(), smartObject(placement([600, 300, 300, 300, 300, 600, 600, 600]))]))).toBe(
    'mirrored',
  )
  const dark = layerOf('Black tee', (x, y) => [0.1 * cloth(x, y), 0.1, 0.1, 1])
  expect(await codeOf(psdOf([dark, smart()]))).toBe('coloured')
})
