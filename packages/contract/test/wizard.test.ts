import { describe, expect, it } from 'vitest'
import { filenameSchema, emailSchema } from '../src/schemas.ts'
import { NO_CHOICES, choose, isStepComplete, type Choices } from '../src/wizard.ts'

const full: Choices = {
  designId: 'd',
  product: 't-shirt',
  baseModel: 'gildan-64000',
  colour: 'brown-savana',
  style: 'lifestyle-casual',
  background: 'urban-street',
  gender: 'man',
  side: 'front',
  size: 'medium',
  placement: null,
}

describe('the wizard', () => {
  it('starts with a medium design and nothing else', () => {
    expect([1, 2, 3, 4, 5, 6].map((step) => isStepComplete(step, NO_CHOICES))).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
    ])
  })

  it('asks garments for a base model, and mugs and totes for none', () => {
    expect(isStepComplete(2, { ...NO_CHOICES, product: 'hoodie' })).toBe(false)
    expect(isStepComplete(2, { ...NO_CHOICES, product: 'hoodie', baseModel: 'gildan-18500' })).toBe(true)
    expect(isStepComplete(2, { ...NO_CHOICES, product: 'mug' })).toBe(true)
  })

  it('asks for a gender only where a person is shown', () => {
    expect(isStepComplete(4, { ...full, gender: null })).toBe(false)
    expect(isStepComplete(4, { ...full, style: 'flat-lay', background: 'wood-texture', gender: null })).toBe(true)
  })

  it('clears the base model when the product changes, and what hangs on it', () => {
    expect(choose(full, { product: 'hoodie' })).toMatchObject({
      product: 'hoodie',
      baseModel: null,
      colour: null,
      background: null,
    })
    expect(choose(full, { product: 't-shirt' })).toEqual(full)
  })

  it('clears a background the new style does not have and keeps one it has', () => {
    const studio = { ...full, style: 'studio-front', background: 'white-studio', gender: null } as const
    expect(choose(studio, { style: 'flat-lay' }).background).toBe('white-studio')
    expect(choose({ ...studio, background: 'off-white' }, { style: 'flat-lay' }).background).toBeNull()
  })

  it('clears a colour the new base model does not offer', () => {
    expect(choose(full, { baseModel: 'bella-canvas-3001' }).colour).toBeNull()
    expect(choose({ ...full, colour: 'black' }, { baseModel: 'bella-canvas-3001' }).colour).toBe('black')
  })
})

describe('validation', () => {
  it.each([
    ['  ', 'Filename cannot be empty'],
    ['a'.repeat(252) + '.png', 'Filename is too long (maximum 255 characters)'],
    ['a.jpg', 'Filename must end with .png'],
    ['../a.png', 'Filename must not contain slashes or control characters'],
  ])('refuses the filename %j', (name, sentence) => {
    expect(filenameSchema.safeParse(name).error?.issues[0]?.message).toBe(sentence)
  })

  it('trims a filename and an email', () => {
    expect(filenameSchema.parse('  a.PNG ')).toBe('a.PNG')
    expect(emailSchema.parse(' Ann@Example.COM ')).toBe('ann@example.com')
    expect(emailSchema.safeParse('').error?.issues[0]?.message).toBe('Please enter your email address')
    expect(emailSchema.safeParse('nobody').success).toBe(false)
  })
})
