import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { GENDERS, PRODUCTS, backgroundsFor, baseModelsFor, needsGender, stylesFor } from '@printroom/contract/catalogue'
import { openStudio } from '@printroom/imaging/studio'
import { compose } from '@printroom/studio/compose'
import { chooseShot, isServedBy } from '@printroom/studio/plate/shot'
import { expect, test } from 'vitest'

// One picture of every combination that the catalogue offers.

const SIZE = 512
const studio = await openStudio(PRODUCTS_FOLDER)
const magenta = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 4).map((_, at) => [192, 0, 192, 255][at % 4]!) }

const rows = PRODUCTS.flatMap((product) => {
  const models = baseModelsFor(product)
  return (models.length > 0 ? models : [null]).flatMap((baseModel) =>
    stylesFor(product).flatMap((style) =>
      (needsGender(product, style) ? GENDERS : [null]).map((gender) => ({ product, baseModel, style, gender })),
    ),
  )
})

/** Share of the picture that is magenta: the print, since nothing else is. */
function printed(data: Uint8Array): number {
  let count = 0
  for (let at = 0; at < data.length; at += 3) if (Math.min(data[at]!, data[at + 2]!) > data[at + 1]! + 50) count++
  return count / (SIZE * SIZE)
}

test.each(rows)(
  '$product $baseModel, $style, $gender: a picture on every background',
  { timeout: 120_000 },
  async (row) => {
    const pictures: Uint8Array[] = []
    for (const background of backgroundsFor(row.product, row.style)) {
      const shot = chooseShot(studio.plates, { ...row, background }, 0)
      const manifest = studio.plates.find(
        ({ product, geometry }) => product === shot?.product && geometry === shot.geometry,
      )
      if (!shot || !manifest) throw new Error(`${background} is offered and no plate shows it`)
      const plate = await studio.loadPlate(shot.product, shot.geometry)
      const backdrop = await studio.loadBackdrop(manifest.rig, background)
      const { data } = compose({
        plate,
        backdrop,
        design: magenta,
        colour: { hex: '#FFFFFF', heather: false },
        sizeName: 'medium',
        background,
        shot,
        size: SIZE,
      })
      expect(data.length).toBe(SIZE * SIZE * 3)
      expect(printed(data), background).toBeGreaterThan(0.02)
      expect(printed(data), background).toBeLessThan(0.4)
      pictures.push(data)
    }
    expect(pictures.length).toBeGreaterThan(2)
    const differ = (a: Uint8Array, b: Uint8Array) => a.some((code, at) => Math.abs(code - b[at]!) > 6)
    pictures.forEach((picture, at) =>
      pictures.slice(0, at).forEach((other) => expect(differ(picture, other)).toBe(true)),
    )
  },
)

test.each(rows)('$product $baseModel, $style, $gender: two takes at least, of its own cut but laid flat', (row) => {
  for (const background of backgroundsFor(row.product, row.style)) {
    const takes = studio.plates.filter((plate) => isServedBy(plate, { ...row, background }))
    expect(takes.length, background).toBeGreaterThanOrEqual(2)
    if (!row.baseModel || row.style === 'flat-lay') continue
    for (const { geometry, serves } of takes)
      expect(new Set(serves.flatMap(({ baseModels }) => baseModels)), geometry).toEqual(new Set([row.baseModel]))
  }
})
