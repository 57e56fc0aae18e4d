import { expect, test } from 'vitest'
import { isStepComplete } from '@printroom/contract/wizard'
import { isSameOrder } from '~/features/generate/same-order.ts'
import { openWizard } from '~/features/generate/wizard-state.ts'
import { copySettingsQuery } from '~/features/mockups/copy-settings.ts'
import { orderAgain } from '~/features/mockups/order-again.ts'
import { mockupOf } from '~/lib/mockup.fixture.ts'

test('copied settings fill every step of the wizard but the design', () => {
  const { step, banner, choices } = openWizard(copySettingsQuery(mockupOf()))
  expect(banner).toBe('copied')
  expect(step).toBe(1)
  expect(choices.designId).toBeNull()
  expect([2, 3, 4, 5].every((each) => isStepComplete(each, choices))).toBe(true)
  expect(choices.size).toBe('large')
})

test('a placement is copied, and ordered again to the number; a mockup without one asks for none', () => {
  const placement = { x: 10.52, y: 2.5, width: 4, rotation: -15 }
  const placed = mockupOf({ placement })
  expect(openWizard(copySettingsQuery(placed)).choices.placement).toEqual(placement)
  expect(orderAgain(placed, { colour: 'black', isRecolour: true })).toMatchObject({ placement, colour: 'black' })
  expect(String(copySettingsQuery(placed).placement)).toBe('10.52,2.5,4,-15')
  const order = orderAgain(mockupOf())!
  expect(order).not.toHaveProperty('placement')
  const known = { ...placed, original_mockup_id: 'mockup', is_color_change: false }
  expect(isSameOrder(known, orderAgain(placed)!)).toBe(true)
  expect([isSameOrder({ ...known, placement: null }, orderAgain(placed)!), isSameOrder(known, order)]).toEqual([
    false,
    false,
  ])
})

test('a setting that the catalogue no longer has is left to be chosen', () => {
  const { choices } = openWizard(copySettingsQuery(mockupOf({ colour: 'gone-from-the-catalogue' })))
  expect(choices.colour).toBeNull()
  expect(choices.product).toBe('t-shirt')
})
