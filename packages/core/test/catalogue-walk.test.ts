import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import {
  GENDERS,
  PRODUCTS,
  SIDES,
  backgroundsFor,
  baseModelsFor,
  needsGender,
  stylesFor,
} from '@printroom/contract/catalogue'
import { sidesFor } from '@printroom/contract/sides'
import { openStudio } from '@printroom/imaging/studio'
import { chooseShot, isServedBy } from '@printroom/studio/plate/shot'
import { expect, test } from 'vitest'

// A plate for every combination that the catalogue offers. Its pictures are looked at plate by plate, where it is decoded
// for all tests of it: `packages/imaging/test/plates/pictures.ts`.

const studio = await openStudio(PRODUCTS_FOLDER)

const rows = PRODUCTS.flatMap((product) => {
  const models = baseModelsFor(product)
  return (models.length > 0 ? models : [null]).flatMap((baseModel) =>
    stylesFor(product).flatMap((style) =>
      (needsGender(product, style) ? GENDERS : [null]).map((gender) => ({ product, baseModel, style, gender })),
    ),
  )
})

test.each(rows)('$product $baseModel, $style, $gender: a plate with every background', (row) => {
  const backgrounds = backgroundsFor(row.product, row.style)
  expect(backgrounds.length).toBeGreaterThan(2)
  for (const background of backgrounds) {
    expect(studio.canRender({ ...row, background }), background).toBe(true)
    const shot = chooseShot(studio.plates, { ...row, background }, 0)
    const plate = studio.plates.find(({ product, geometry }) => product === shot?.product && geometry === shot.geometry)
    expect(plate?.serves.flatMap((serves) => serves.backgrounds)).toContain(background)
  }
})

test.each(rows)('$product $baseModel, $style, $gender: two takes at least, of its own cut but laid flat', (row) => {
  for (const background of backgroundsFor(row.product, row.style)) {
    const takes = studio.plates.filter((plate) => isServedBy(plate, { ...row, background }))
    expect(takes.length, background).toBeGreaterThanOrEqual(2)
    if (!row.baseModel || row.style === 'flat-lay') continue
    for (const { geometry, serves } of takes)
      expect(new Set(serves.flatMap(({ baseModels }) => baseModels)), geometry).toEqual(new Set([row.baseModel]))
  }
})

test.each(rows)('$product $baseModel, $style, $gender: the sides that the catalogue offers, and no others', (row) => {
  for (const background of backgroundsFor(row.product, row.style)) {
    const offered = new Set(sidesFor({ ...row, background }).map(({ id }) => id))
    const photographed = SIDES.filter((side) => studio.canRender({ ...row, background, side }))
    expect(photographed, background).toEqual(SIDES.filter((side) => offered.has(side)))
  }
})
