import { useEffect } from 'react'
import { WIZARD_STEPS } from '@printroom/contract/wizard'
import { PageHeader } from '~/components/page-header.tsx'
import { PrintChecks } from '~/features/checks/print-checks.tsx'
import { useChecks } from '~/features/checks/use-checks.ts'
import { CarriedBanner } from '~/features/generate/carried-banner.tsx'
import { LivePreview } from '~/features/generate/live-preview.tsx'
import { previewOf, previewsAhead } from '~/features/generate/preview-of.ts'
import { StepBackground } from '~/features/generate/step-background.tsx'
import { StepColour } from '~/features/generate/step-colour.tsx'
import { StepDesign } from '~/features/generate/step-design.tsx'
import { StepFrame } from '~/features/generate/step-frame.tsx'
import { StepGenerate } from '~/features/generate/step-generate.tsx'
import { StepProduct } from '~/features/generate/step-product.tsx'
import { StepSize } from '~/features/generate/step-size.tsx'
import { UnderWay } from '~/features/generate/under-way.tsx'
import { useWizard } from '~/features/generate/use-wizard.ts'
import { warmPreviewer } from '~/features/preview/previewer.ts'

/** Where what is chosen decides how a print comes out, and where it is ordered. */
const CHECKED_STEPS: ReadonlySet<number> = new Set([3, 5, 6])

const STEPS = [StepDesign, StepProduct, StepColour, StepBackground, StepSize, StepGenerate]

export function GeneratePage() {
  const wizard = useWizard()

  // A design is chosen, so its first preview comes soon: all that it needs is fetched and made meanwhile.
  const { step, choices, design } = wizard
  const isPreviewComing = design !== undefined && (step === 1 || choices.product === null)
  useEffect(() => {
    if (isPreviewComing) warmPreviewer(previewsAhead(choices, design))
  }, [isPreviewComing, choices, design])

  const preview = CHECKED_STEPS.has(step) && choices.colour ? previewOf(choices, design) : null
  const checks = useChecks(
    preview && design ? { ...preview, file: { width: design.width, height: design.height } } : null,
  )
  const found = { checks, design, choices, onChoose: wizard.choose }

  const Step = STEPS[step - 1] ?? StepDesign
  return (
    <>
      {/* On a phone the step's own heading is enough: the room is the choices'. */}
      <PageHeader title="Generate" className={step > 1 ? 'max-lg:sr-only' : undefined} />
      <UnderWay wizard={wizard} />
      {wizard.banner && (
        <CarriedBanner banner={wizard.banner} hasDesign={choices.designId !== null} onDismiss={wizard.dismissBanner} />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(340px,44%)] lg:gap-8">
        {step > 1 && (
          <LivePreview wizard={wizard}>
            <PrintChecks {...found} className="max-lg:hidden [&>section]:mt-3" />
          </LivePreview>
        )}
        <StepFrame wizard={wizard} isWide={step === 1} isLast={step === WIZARD_STEPS}>
          {/* On a phone there is no room below the preview. */}
          {step === WIZARD_STEPS && <PrintChecks {...found} className="lg:hidden [&>section]:mb-6" />}
          <Step wizard={wizard} />
          {step < WIZARD_STEPS && <PrintChecks {...found} className="lg:hidden [&>section]:mt-6" />}
        </StepFrame>
      </div>
    </>
  )
}
