import { expect, test } from 'vitest'
import { isStepComplete } from '@printroom/contract/wizard'
import { openWizard } from '~/features/generate/wizard-state.ts'
import { copySettingsQuery } from '~/features/mockups/copy-settings.ts'
import { mockupOf } from '~/lib/mockup.fixture.ts'

test('copied settings fill every step of the wizard but the design', () => {
  const { step, banner, choices } = openWizard(copySettingsQuery(mockupOf()))
  expect(banner).toBe('copied')
  expect(step).toBe(1)
  expect(choices.designId).toBeNull()
  expect([2, 3, 4, 5].every((each) => isStepComplete(each, choices))).toBe(true)
  expect(choices.size).toBe('large')
})

test('a setting that the catalogue no longer has is left to be chosen', () => {
  const { choices } = openWizard(copySettingsQuery(mockupOf({ colour: 'gone-from-the-catalogue' })))
  expect(choices.colour).toBeNull()
  expect(choices.product).toBe('t-shirt')
})
