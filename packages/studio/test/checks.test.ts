import { expect, test } from 'vitest'
import { type PrintToCheck, checkPrint } from '../src/checks/check-print.ts'
import { solidCopy, withoutHalo } from '../src/checks/mend.ts'
import type { Design } from '../src/plate/plate.ts'

type Rgba = readonly [number, number, number, number]
const BLACK: Rgba = [0, 0, 0, 255]
const RED: Rgba = [200, 30, 30, 255]
const WHITE: Rgba = [255, 255, 255, 255]
const NOTHING: Rgba = [0, 0, 0, 0]

/** A picture of 200 pixels whose colour at a distance from its middle is given: the larger of across and down, or as a disc has it. */
function squares(
  colourAt: (distance: number) => Rgba,
  distanceOf: (x: number, y: number) => number = Math.max,
): Design {
  const data = new Uint8ClampedArray(200 * 200 * 4)
  for (let y = 0; y < 200; y++)
    for (let x = 0; x < 200; x++)
      data.set(colourAt(distanceOf(Math.abs(x - 99.5), Math.abs(y - 99.5))), (y * 200 + x) * 4)
  return { width: 200, height: 200, data }
}

/** Printed 4 inches wide in the middle of a flat cloth of a metre, of which the picture shows all. */
function onCloth(design: Design, hex: string, more: Partial<PrintToCheck> = {}): PrintToCheck {
  const side = 256
  const at = (value: number) => Math.round(((value + 0.5) / side) * 65_535)
  const map = {
    width: side,
    height: side,
    u: Uint16Array.from({ length: side * side }, (_, pixel) => at(pixel % side)),
    v: Uint16Array.from({ length: side * side }, (_, pixel) => 65_535 - at(Math.floor(pixel / side))),
    coverage: new Uint8Array(side * side).fill(255),
  }
  const sizesIn = { small: 3, medium: 4, large: 5 }
  const print = { centerX: 0.5, centerY: 0.5, maxWidthIn: 20, maxHeightIn: 20, sizesIn }
  const pattern = { x0: 0, y0: 0, width: 1, height: 1 }
  return {
    design,
    file: { width: 1200, height: 1200 },
    plate: { manifest: { print, pattern, material: 'jersey' }, map },
    frame: { x: 0.5, y: 0.5, scale: 1 },
    sizeName: 'medium',
    hex,
    offered: [
      { value: 'black', hex: '#25282A' },
      { value: 'navy', hex: '#263147' },
      { value: 'sand', hex: '#CABFAD' },
      { value: 'white', hex: '#FFFFFF' },
    ],
    dpi: { warned: 150, poor: 72 },
    ...more,
  }
}

const kindsOf = (print: PrintToCheck) => checkPrint(print).map(({ kind }) => kind)

test('black ink on a black shirt vanishes, and the nearest colour on which it does not is proposed', () => {
  const black = squares((distance) => (distance < 60 ? BLACK : NOTHING))
  const [found] = checkPrint(onCloth(black, '#25282A'))
  expect(found).toMatchObject({ kind: 'vanishing', share: 1, colour: 'sand', regions: [{ hex: '#000000' }] })
  expect(checkPrint(onCloth(black, '#CABFAD'))).toEqual([])
  const red = squares((distance) => (distance < 60 ? [213, 0, 50, 255] : NOTHING))
  expect(kindsOf(onCloth(red, '#D50032'))).toEqual(['vanishing'])
  // What the proposal would lose itself is no proposal.
  const both = squares((distance) =>
    distance < 30 ? BLACK : distance < 50 ? NOTHING : distance < 80 ? [202, 191, 173, 255] : NOTHING,
  )
  expect(checkPrint(onCloth(both, '#25282A'))).toMatchObject([{ kind: 'vanishing', colour: 'white' }])
  const onlyBlack = onCloth(black, '#25282A', { offered: [{ value: 'black', hex: '#25282A' }] })
  expect(checkPrint(onlyBlack)).toMatchObject([{ kind: 'vanishing', colour: null }])
})

test('ink of the shirt’s colour within other ink keeps its shape, and so does a picture in an outline of it', () => {
  const withinRed = squares((distance) => (distance < 30 ? BLACK : distance < 80 ? RED : NOTHING))
  const aroundRed = squares((distance) => (distance < 70 ? RED : distance < 75 ? BLACK : NOTHING))
  expect(kindsOf(onCloth(withinRed, '#25282A'))).toEqual([])
  expect(kindsOf(onCloth(aroundRed, '#25282A'))).toEqual([])
})

test('a print that reaches beyond the picture or has too few pixels for its width is told with a size that mends it', () => {
  const red = squares((distance) => (distance < 100 ? RED : NOTHING))
  // A crop of 3.5 inches of the cloth's metre.
  const cut = onCloth(red, '#25282A', { frame: { x: 0.5, y: 0.5, scale: 0.0889 } })
  expect(checkPrint(cut)).toMatchObject([{ kind: 'hidden', side: 'middle', size: 'small' }])
  const coarse = (width: number) => checkPrint(onCloth(red, '#25282A', { file: { width, height: width } }))
  expect(coarse(480)).toEqual([{ kind: 'resolution', dpi: 120, isPoor: false, size: 'small' }])
  expect(coarse(240)).toEqual([{ kind: 'resolution', dpi: 60, isPoor: true, size: null }])
})

test('a light edge is told where it shows, and a copy without it has the ink’s colour to its edge', () => {
  const colourAt = (distance: number): Rgba =>
    distance < 78 ? RED : distance < 79.5 ? WHITE : distance < 80.5 ? [255, 255, 255, 120] : NOTHING
  const fringed = squares(colourAt, Math.hypot)
  const print = onCloth(fringed, '#25282A', { file: { width: 200, height: 200 }, dpi: { warned: 0, poor: 0 } })
  const [found] = checkPrint(print)
  if (found?.kind !== 'halo') throw new Error('No halo was found')
  expect(kindsOf({ ...print, hex: '#FFFFFF' })).toEqual([])
  const cleaned = withoutHalo(fringed, found.fringe)
  expect(kindsOf({ ...print, design: cleaned })).toEqual([])
  const asRed = Uint8ClampedArray.from(fringed.data)
  for (let at = 0; at < asRed.length; at += 4) if (asRed[at + 3] !== 0) asRed.set(RED.slice(0, 3), at)
  expect(Buffer.compare(Buffer.from(cleaned.data), Buffer.from(asRed))).toBe(0)
})

test('a glow is told on cloth and not on a mug, and a solid copy has none', () => {
  const glow = squares((distance) => (distance < 40 ? RED : [200, 30, 30, Math.max(0, 120 - 2.4 * (distance - 40))]))
  const print = onCloth(glow, '#25282A')
  expect(kindsOf(print)).toEqual(['soft'])
  const manifest = { ...print.plate.manifest, material: 'glaze' as const }
  expect(kindsOf({ ...print, plate: { ...print.plate, manifest } })).toEqual([])
  expect(kindsOf({ ...print, design: solidCopy(glow) })).toEqual([])
})
