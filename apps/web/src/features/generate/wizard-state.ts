import { FRONT } from '@printroom/contract/catalogue'
import { VARIATION_OPTIONS, type VariationCount } from '@printroom/contract/limits'
import { NO_CHOICES, WIZARD_STEPS, choose, isStepComplete, type Choices } from '@printroom/contract/wizard'
import { readPlacement, type GenerateQuery } from '~/features/generate/read-query.ts'

export type Banner = 'copied' | 'regenerating'
export type WizardState = { step: number; choices: Choices; banner: Banner | null; count: VariationCount }

/** Where the wizard opens: at the first step, at the second with a design given, at the last with everything given. */
export function openWizard(query: GenerateQuery): WizardState {
  const banner = query.copiedSettings ? 'copied' : query.regenerate ? 'regenerating' : null
  const choices = choose(NO_CHOICES, {
    designId: query.designId ?? null,
    product: query.product ?? null,
    baseModel: query.product_model ?? null,
    colour: query.colour ?? null,
    style: query.model_style ?? null,
    background: query.background ?? null,
    gender: query.model_gender ?? null,
    side: query.side ?? FRONT,
    size: query.design_size ?? NO_CHOICES.size,
    placement: readPlacement(query.placement),
  })
  if (!choices.designId) return { step: 1, choices, banner, count: 1 }
  return { step: banner ? lastReachable(choices) : 2, choices, banner, count: 1 }
}

/** The wizard as it was left, as far as it still makes sense: what no longer fits is not chosen any more. Null if it makes none. */
export function resumeWizard(saved: string | null): WizardState | null {
  try {
    const { step, choices, banner, count } = JSON.parse(saved ?? '') as WizardState
    const left = choose(NO_CHOICES, choices)
    return showStep(
      { step, choices: left, banner, count: VARIATION_OPTIONS.find((option) => option === count) ?? 1 },
      step,
    )
  } catch {
    return null
  }
}

/** A change of choices. With settings carried over, choosing the design is all that was left to do: nothing asks for it any more. */
export function applyChange(state: WizardState, change: Partial<Choices>): WizardState {
  const choices = choose(state.choices, change)
  if (!state.banner || !change.designId) return { ...state, choices }
  return { ...state, choices, step: lastReachable(choices), banner: state.banner === 'copied' ? null : state.banner }
}

/** A design that is not the person's (any more) cannot be worked with. */
export function forgetDesign(state: WizardState): WizardState {
  return { ...state, step: 1, choices: { ...state.choices, designId: null } }
}

export function goTo(state: WizardState, step: number): WizardState {
  const isForward = step > state.step
  if (step < 1 || step > WIZARD_STEPS || (isForward && step > lastReachable(state.choices))) return state
  return { ...state, step }
}

/** That step, or the last one before it that the choices allow. */
export const showStep = (state: WizardState, step: number): WizardState => ({
  ...state,
  step: Math.min(step, lastReachable(state.choices)),
})

/** The first step that still lacks something, or the last step. */
function lastReachable(choices: Choices): number {
  for (let step = 1; step < WIZARD_STEPS; step += 1) if (!isStepComplete(step, choices)) return step
  return WIZARD_STEPS
}
