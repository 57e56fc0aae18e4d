import {
  DESIGN_SIZES,
  FRONT,
  PRODUCTS,
  backgroundsFor,
  baseModelsFor,
  facesOf,
  findFace,
  labelOf,
  needsGender,
  stylesFor,
} from '@printroom/contract/catalogue'
import { coloursFor } from '@printroom/contract/colours'
import type { RenderSettings } from '@printroom/contract/schemas'
import { describe, expect, it } from 'vitest'
import { editPromptOf, promptOf } from '../src/domain/generation/prompt.ts'

/** Every product in every base model, style, background, gender and size, with the colours going round. */
const ALL: readonly RenderSettings[] = PRODUCTS.flatMap((product) =>
  (baseModelsFor(product).length > 0 ? baseModelsFor(product) : [null]).flatMap((product_model) =>
    stylesFor(product).flatMap((model_style) =>
      backgroundsFor(product, model_style).flatMap((background, at) =>
        (needsGender(product, model_style) ? (['man', 'woman'] as const) : [null]).flatMap((model_gender) =>
          DESIGN_SIZES.map((design_size) => {
            const colours = coloursFor(product, product_model)
            return Object.freeze({
              product,
              product_model,
              colour: colours[(at * 7) % colours.length]!.value,
              model_style,
              background,
              model_gender,
              design_size,
            })
          }),
        ),
      ),
    ),
  ),
)

const OF_A_SIDE: readonly RenderSettings[] = PRODUCTS.flatMap((product) =>
  facesOf(product).flatMap(({ id: side }) =>
    side === FRONT
      ? []
      : ALL.filter((settings) => settings.product === product).map((settings) => Object.assign({}, settings, { side })),
  ),
)

const editOf = (settings: RenderSettings) => editPromptOf(settings)
const recordOf = (settings: RenderSettings) => promptOf(settings, 'sunset club.png')

describe.each([
  ['what a model is told', editOf],
  ['what a picture’s record says', recordOf],
] as const)('%s', (_, prompt) => {
  it('names product, base model, colour, background, gender and size of every order there can be, and the design', () => {
    expect(ALL.length).toBeGreaterThan(100)
    for (const settings of ALL) {
      const text = prompt(settings)
      const { product, product_model, colour, background, model_gender, design_size } = settings
      const { label, hex } = coloursFor(product, product_model).find(({ value }) => value === colour)!
      for (const part of [
        labelOf(product),
        product_model && labelOf(product_model),
        label,
        hex,
        labelOf(background),
        model_gender && `worn by a ${model_gender}`,
        design_size,
      ])
        if (part) expect(text).toContain(part)
      if (!model_gender) expect(text).not.toContain('worn by a')
      expect(text).toMatch(/"sunset club\.png"|the customer's own artwork/)
    }
  })

  it('says where the print is when it is not the front, and never that the front is seen', () => {
    expect(OF_A_SIDE.length).toBeGreaterThan(100)
    for (const settings of OF_A_SIDE) {
      const text = prompt(settings)
      expect(text).toContain(`on ${findFace(settings.product, settings.side).inSentence} of the product`)
      expect(text).not.toContain('from the front')
    }
    for (const settings of ALL)
      expect(prompt(settings)).not.toMatch(/on the (back|other side|whole round) of the product/)
  })

  it('differs wherever the orders do, and is the same for the same order', () => {
    expect(new Set([...ALL, ...OF_A_SIDE].map(prompt)).size).toBe(ALL.length + OF_A_SIDE.length)
    expect(ALL.map(prompt)).toEqual(ALL.map(prompt))
  })
})
