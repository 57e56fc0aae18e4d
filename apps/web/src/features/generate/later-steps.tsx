import { WIZARD_STEPS } from '@printroom/contract/wizard'
import type { Checks } from '~/features/checks/use-checks.ts'
import { LivePreview } from '~/features/generate/live-preview.tsx'
import { StepBackground } from '~/features/generate/step-background.tsx'
import { StepColour } from '~/features/generate/step-colour.tsx'
import { StepGenerate } from '~/features/generate/step-generate.tsx'
import { StepProduct } from '~/features/generate/step-product.tsx'
import { StepSize } from '~/features/generate/step-size.tsx'
import type { Wizard } from '~/features/generate/use-wizard.ts'
import WizardChecks from '~/features/generate/wizard-checks.tsx'

// Loaded while a design is chosen.

type LaterProps = { wizard: Wizard; checks: Checks }

const STEPS = [StepProduct, StepColour, StepBackground, StepSize, StepGenerate]

export const WizardPreview = (props: LaterProps) => (
  <LivePreview wizard={props.wizard}>
    <WizardChecks {...props} className="max-lg:hidden [&>section]:mt-3" />
  </LivePreview>
)

export function LaterStep(props: LaterProps) {
  const { wizard } = props
  const Step = STEPS[wizard.step - 2] ?? StepProduct
  // On a phone there is no room below the preview.
  return (
    <>
      {wizard.step === WIZARD_STEPS && <WizardChecks {...props} className="lg:hidden [&>section]:mb-6" />}
      <Step wizard={wizard} />
      {wizard.step < WIZARD_STEPS && <WizardChecks {...props} className="lg:hidden [&>section]:mt-6" />}
    </>
  )
}
