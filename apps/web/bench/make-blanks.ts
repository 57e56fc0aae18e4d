import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FRONT, GENDERS, backgroundsFor, baseModelsFor, needsGender, stylesFor } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import { hasSide, sidesFor } from '@printroom/contract/sides'
import { REGISTRY } from '@printroom/products/registry.data'
import { renderMockup } from '@printroom/imaging/mockup'
import { openStudio } from '@printroom/imaging/studio'
import sharp from 'sharp'

// tsx bench/make-blanks.ts: each product without a print, in every style, before every background and from every side
// that there is a plate for: the pictures on the wizard's cards and the packs'.

const SIDE = 256

const nothing = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
  .png()
  .toBuffer()
const studio = await openStudio(PRODUCTS_FOLDER)
for (const { id: product, blankColour } of REGISTRY) {
  const hex = findColour(blankColour)?.hex
  if (!hex) throw new Error(`${product}: there is no colour ${blankColour}`)
  const folder = path.join(PRODUCTS_FOLDER, product, 'blanks')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const style of stylesFor(product))
    for (const background of backgroundsFor(product, style))
      for (const { id: side } of sidesFor({ product, style, background })) {
        const people = needsGender(product, style) ? GENDERS : [null]
        const gender = people.find((each) => hasSide({ product, style, background, gender: each }, side)) ?? null
        const result = await renderMockup(studio, {
          design: nothing,
          colour: { hex, heather: false },
          designSize: 'medium',
          ordinal: 0,
          product,
          baseModel: baseModelsFor(product)[0] ?? null,
          style,
          background,
          gender,
          side,
          size: 2 * SIDE,
        })
        if (!result.ok) continue
        const picture = await sharp(result.mockup.jpeg).resize(SIDE).webp({ quality: 80, effort: 6 }).toBuffer()
        await writeFile(
          path.join(folder, `${[style, background, ...(side === FRONT ? [] : [side])].join('-')}.webp`),
          picture,
        )
      }
}
