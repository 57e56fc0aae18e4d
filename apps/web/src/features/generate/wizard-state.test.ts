import { expect, test } from 'vitest'
import { fitChoices } from '~/features/generate/fit-choices.ts'
import { readQuery } from '~/features/generate/read-query.ts'
import {
  applyChange,
  forgetDesign,
  goTo,
  openWizard,
  resumeWizard,
  showStep,
} from '~/features/generate/wizard-state.ts'
import { mockupOf } from '~/lib/mockup.fixture.ts'

const { product, product_model, colour, model_style, background, design_size } = mockupOf()
const CHEST = { x: 10.5, y: 2.5, width: 4, rotation: 0 }
const SETTINGS = { product, product_model, colour, model_style, background, design_size }

test('reads what the catalogue knows and drops the rest', () => {
  const query = readQuery({
    ...SETTINGS,
    designId: 'd1',
    model_gender: 'cat',
    background: 'the-moon',
    regenerate: 'yes',
  })
  expect(query).toMatchObject({ designId: 'd1', product: 't-shirt', colour: 'navy' })
  expect(query.model_gender).toBeUndefined()
  expect(query.background).toBeUndefined()
  expect(query.regenerate).toBeUndefined()
})

test('opens at step 1 with nothing, at step 2 with a design', () => {
  expect(openWizard(readQuery({})).step).toBe(1)
  expect(openWizard(readQuery({ designId: 'd1' })).step).toBe(2)
  expect(openWizard(readQuery({ ...SETTINGS, designId: 'd1' })).step).toBe(2)
})

test.each([
  ['copiedSettings', 'copied'],
  ['regenerate', 'regenerating'],
])('with %s the wizard jumps to step 6 once a design is chosen', (flag, banner) => {
  const opened = openWizard(readQuery({ ...SETTINGS, [flag]: 'true' }))
  expect(opened).toMatchObject({ step: 1, banner })
  expect(applyChange(opened, { designId: 'd1' }).step).toBe(6)
  // Whoever was asked for a design is not asked any more; what is to be regenerated is told until it is.
  expect(applyChange(opened, { designId: 'd1' }).banner).toBe(flag === 'copiedSettings' ? null : banner)
  expect(openWizard(readQuery({ ...SETTINGS, designId: 'd1', [flag]: 'true' })).step).toBe(6)
})

test('with a setting missing it jumps only as far as that', () => {
  const { background: _, ...rest } = SETTINGS
  const opened = openWizard(readQuery({ ...rest, copiedSettings: 'true' }))
  expect(applyChange(opened, { designId: 'd1' }).step).toBe(4)
})

test('a placement comes with copied settings, is fitted to the design, and ends with another size or product', () => {
  const opened = openWizard(readQuery({ ...SETTINGS, designId: 'd1', placement: CHEST, copiedSettings: 'true' }))
  expect(opened).toMatchObject({ step: 6, choices: { placement: CHEST } })
  expect(resumeWizard(JSON.stringify(opened))?.choices.placement).toEqual(CHEST)
  expect(fitChoices(opened.choices, { width: 10, height: 10 })).toBe(opened.choices)
  expect(fitChoices(opened.choices, { width: 10, height: 60 }).placement).toMatchObject({ x: 10.5, width: 2.66 })
  for (const change of [{ size: 'large' }, { product: 'mug' }] as const)
    expect(applyChange(opened, change).choices.placement).toBeNull()
  expect(applyChange(opened, { colour: 'black' }).choices.placement).toEqual(CHEST)
  for (const odd of ['chest', { x: 1 }, { ...CHEST, x: Infinity }])
    expect(readQuery({ placement: odd }).placement).toBeUndefined()
})

test('nobody gets past a step that is not complete, and back is always open', () => {
  const start = openWizard(readQuery({ designId: 'd1' }))
  expect(goTo(start, 3).step).toBe(2)
  expect(goTo(start, 1).step).toBe(1)
  const mug = applyChange(start, { product: 'mug' })
  expect(goTo(mug, 3).step).toBe(3)
  expect(goTo(mug, 4).step).toBe(2)
  expect(goTo(openWizard(readQuery({})), 0).step).toBe(1)
})

test('a design that is gone leads back to the first step and keeps the rest', () => {
  const state = forgetDesign(openWizard(readQuery({ ...SETTINGS, designId: 'd1' })))
  expect(state.step).toBe(1)
  expect(state.choices).toMatchObject({ designId: null, colour: 'navy' })
})

test('a step of the history is shown as far as the choices allow', () => {
  const all = openWizard(readQuery({ ...SETTINGS, designId: 'd1', regenerate: 'true' }))
  expect(showStep(all, 3).step).toBe(3)
  expect(showStep(applyChange(all, { product: 'mug' }), 5).step).toBe(3)
})

test('a number of variations that is not offered becomes one', () => {
  const left = openWizard(readQuery({ ...SETTINGS, designId: 'd1' }))
  expect(resumeWizard(JSON.stringify({ ...left, count: 8 }))?.count).toBe(8)
  expect(resumeWizard(JSON.stringify({ ...left, count: 800 }))?.count).toBe(1)
})

test('a wizard that was left is taken up as far as it still makes sense', () => {
  const left = openWizard(readQuery({ ...SETTINGS, designId: 'd1', regenerate: 'true' }))
  expect(resumeWizard(JSON.stringify(left))).toEqual(left)
  const outdated = { ...left, choices: { ...left.choices, colour: 'no-such-color' } }
  expect(resumeWizard(JSON.stringify(outdated))).toMatchObject({
    step: 3,
    choices: { colour: null, product: 't-shirt' },
  })
  expect(resumeWizard(null)).toBeNull()
  expect(resumeWizard('{"step":')).toBeNull()
})
