import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BACKGROUNDS, BASE_MODELS, DESIGN_SIZES, GENDERS, MODEL_STYLES, PRODUCTS } from '../src/catalogue.ts'
import { COLOURS, coloursFor, findColour } from '../src/colours.ts'
import { settingsSchema } from '../src/schemas.ts'

// An oracle written apart from the code, from the specification's own table.
const SCENES = 'white-studio neutral-gray lifestyle-indoor outdoor-natural'
const TABLE: Record<string, { models: (string | null)[]; styles: Record<string, string> }> = {
  't-shirt': {
    models: ['gildan-64000', 'bella-canvas-3001'],
    styles: {
      'studio-front': 'white-studio neutral-gray light-gray off-white',
      'lifestyle-casual': 'lifestyle-indoor outdoor-natural urban-street cozy-interior',
      'flat-lay': 'white-studio neutral-gray wood-texture fabric-texture',
    },
  },
  hoodie: {
    models: ['gildan-18500', 'bella-canvas-3719'],
    styles: { 'studio-front': SCENES, 'lifestyle-casual': SCENES, 'flat-lay': SCENES },
  },
  'crewneck-sweatshirt': {
    models: ['gildan-18000', 'bella-canvas-3901'],
    styles: { 'studio-front': SCENES, 'lifestyle-casual': SCENES, 'flat-lay': SCENES },
  },
  mug: {
    models: [null],
    styles: {
      'studio-product': 'white-studio neutral-gray off-white',
      'lifestyle-use': 'kitchen-interior office-desk outdoor-garden cozy-living-room',
    },
  },
  'tote-bag': { models: [null], styles: { 'studio-front': SCENES, 'lifestyle-casual': SCENES, 'flat-lay': SCENES } },
}

function mayTake(product: string, model: string | null, colour: string): boolean {
  if (product === 'mug') return colour.startsWith('mug-')
  if (model === 'gildan-18000') return colour.endsWith('-18000')
  if (model === 'bella-canvas-3901') return colour.endsWith('-3901')
  const entry = findColour(colour)!
  if (/^mug-|-18000$|-3901$/.test(colour)) return false
  return entry.offeredFor.has(model ?? product)
}

type Candidate = {
  product: string
  product_model: string | null
  colour: string
  model_style: string
  background: string
  model_gender: string | null
  design_size: string
}

function isAllowed(c: Candidate): boolean {
  const row = TABLE[c.product]!
  const needsGender = c.model_style === 'lifestyle-casual' && c.product !== 'mug'
  return (
    row.models.includes(c.product_model) &&
    (row.styles[c.model_style]?.split(' ').includes(c.background) ?? false) &&
    mayTake(c.product, c.product_model, c.colour) &&
    (c.model_gender !== null) === needsGender
  )
}

describe('the rules of the catalogue', () => {
  it('accepts every combination the rules allow and refuses every other, in each axis exhaustively', () => {
    let allowed = 0
    for (const product of PRODUCTS)
      for (const product_model of [null, ...BASE_MODELS])
        for (const model_style of MODEL_STYLES)
          for (const background of BACKGROUNDS)
            for (const model_gender of [null, ...GENDERS]) {
              const colour = coloursFor(product, product_model)[0]?.value ?? 'black'
              const candidate = {
                product,
                product_model,
                colour,
                model_style,
                background,
                model_gender,
                design_size: 'medium',
              }
              expect(settingsSchema.safeParse(candidate).success, JSON.stringify(candidate)).toBe(isAllowed(candidate))
              allowed += Number(isAllowed(candidate))
            }
    // t-shirt 2·(4+4·2+4), hoodie and sweatshirt 2·(4+4·2+4) each, mug 3+4, tote 4+4·2+4
    expect(allowed).toBe(32 + 32 + 32 + 7 + 16)
  })

  it('accepts a colour exactly where the value rules and the offer allow it', () => {
    for (const [product, { models, styles }] of Object.entries(TABLE))
      for (const product_model of models)
        for (const { value } of COLOURS) {
          const model_style = Object.keys(styles).find((style) => style !== 'lifestyle-casual')!
          const candidate = {
            product,
            product_model,
            colour: value,
            model_style,
            background: styles[model_style]!.split(' ')[0]!,
            model_gender: null,
            design_size: 'small',
          }
          expect(settingsSchema.safeParse(candidate).success, `${product} ${product_model} ${value}`).toBe(
            mayTake(product, product_model, value),
          )
        }
  })

  it('agrees with the table on random combinations of everything', () => {
    const pick = <T>(...values: T[]) => fc.constantFrom(...values)
    const candidate = fc.record({
      product: pick<string>(...PRODUCTS),
      product_model: pick<string | null>(null, ...BASE_MODELS),
      colour: pick(...COLOURS.map((c) => c.value)),
      model_style: pick<string>(...MODEL_STYLES),
      background: pick<string>(...BACKGROUNDS),
      model_gender: pick<string | null>(null, ...GENDERS),
      design_size: pick<string>(...DESIGN_SIZES),
    })
    fc.assert(
      fc.property(candidate, (c) => settingsSchema.safeParse(c).success === isAllowed(c)),
      { numRuns: 20_000 },
    )
  })

  it('refuses values that are in no catalogue', () => {
    const good = {
      product: 'mug',
      colour: 'mug-white',
      model_style: 'studio-product',
      background: 'off-white',
      design_size: 'medium',
    }
    expect(settingsSchema.safeParse(good).success).toBe(true)
    for (const field of Object.keys(good))
      expect(settingsSchema.safeParse({ ...good, [field]: 'constructor' }).success, field).toBe(false)
  })

  it('has about 250 colours, each once, with a hex', () => {
    expect(COLOURS.length).toBeGreaterThanOrEqual(250)
    expect(new Set(COLOURS.map((c) => c.value)).size).toBe(COLOURS.length)
    for (const colour of COLOURS) expect(colour.hex).toMatch(/^#[0-9A-F]{6}$/)
    expect(COLOURS.filter((c) => c.value.startsWith('mug-')).length).toBe(18)
  })
})
