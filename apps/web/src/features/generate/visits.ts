import { WIZARD_STEPS, type Choices } from '@printroom/contract/wizard'
import type { WizardState } from '~/features/generate/wizard-state.ts'
import { randomId } from '~/lib/random-id.ts'

/** Under which a visit to the wizard is kept in this tab. */
export const keyOf = (visit: string): string => `wizard ${visit}`

/** Keeps a visit that opens at the last step with these choices. Returns the state of the history's entry that leads to it. */
export function prepareVisit(choices: Choices): { visit: string; step: number } {
  const visit = randomId()
  const state: WizardState = { step: WIZARD_STEPS, choices, banner: null, count: 1 }
  sessionStorage.setItem(keyOf(visit), JSON.stringify(state))
  return { visit, step: WIZARD_STEPS }
}
