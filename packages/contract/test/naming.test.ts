import { expect, it } from 'vitest'
import { DEFAULT_NAME_TEMPLATE, fileStem, templateProblem } from '../src/naming.ts'

const picture = {
  folderName: 'sunset-club-84123',
  product: 't-shirt',
  productModel: 'gildan-64000',
  colour: 'Navy',
  modelStyle: 'flat-lay',
  background: 'wood-texture',
  n: 3,
}

it('names a picture by the template, with its number in any case', () => {
  expect(fileStem(DEFAULT_NAME_TEMPLATE, picture)).toBe('sunset-club-navy-t-shirt-flat-lay-wood-texture-03')
  expect(fileStem('{product} {model}', picture)).toBe('t-shirt gildan-64000-03')
  expect(fileStem('{n}_{model}_{design}', { ...picture, productModel: null })).toBe('03_sunset-club')
  expect(fileStem(DEFAULT_NAME_TEMPLATE, picture, 'etsy')).toMatch(/-03-etsy$/)
})

it.each([
  ['', 'cannot be empty'],
  ['{desing}', 'no part {desing}'],
  ['{design', 'A brace is open'],
  ['a/{n}', 'cannot hold /'],
  ['../{n}', 'cannot hold /'],
  ['.{design}', 'begin with a dot'],
  ['x'.repeat(121), 'too long'],
])('refuses %o', (template, words) => {
  expect(templateProblem(template)).toContain(words)
})

it('takes what the settings propose', () => {
  expect(templateProblem(DEFAULT_NAME_TEMPLATE)).toBeNull()
})
