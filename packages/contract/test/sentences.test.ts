import { expect, test } from 'vitest'
import { generationSchema, settingsSchema, statementSchema } from '../src/schemas.ts'

const SETTINGS = {
  product: 't-shirt',
  product_model: 'gildan-64000',
  colour: 'navy',
  model_style: 'flat-lay',
  background: 'wood-texture',
  design_size: 'medium',
}

function complaints(
  schema: typeof settingsSchema | typeof generationSchema | typeof statementSchema,
  input: unknown,
): string[] {
  return schema.safeParse(input).error?.issues.map(({ message }) => message) ?? []
}

test.each([
  [{ product: 'teapot' }, 'product is one of t-shirt, hoodie, crewneck-sweatshirt, mug, tote-bag, not “teapot”'],
  [
    { product_model: 'gildan-1' },
    'product_model is one of gildan-64000, bella-canvas-3001, gildan-18500, bella-canvas-3719, gildan-18000, bella-canvas-3901, not “gildan-1”',
  ],
  [{ design_size: 7 }, 'design_size is one of small, medium, large, not 7'],
  [{ model_gender: 'x'.repeat(90) }, `model_gender is one of man, woman, not “${'x'.repeat(39)}…`],
  [{ model_style: undefined }, 'model_style is missing'],
  [{ colour: 5 }, 'colour has to be text'],
  [{ colour: 'x'.repeat(65) }, 'colour is too long (maximum 64 characters)'],
])('%j is answered in a sentence that names the field', (change, sentence) => {
  expect(complaints(settingsSchema, { ...SETTINGS, ...change })[0]).toBe(sentence)
})

test('so is what is no settings at all', () => {
  expect(complaints(settingsSchema, 'nothing')).toEqual(['The input has to be an object'])
  expect(complaints(statementSchema, { limit: 0 })).toEqual(['limit is too small (minimum 1)'])
  expect(complaints(generationSchema, { ...SETTINGS, design_id: 'none' })).toEqual([
    'This is not the id of anything here.',
  ])
})
