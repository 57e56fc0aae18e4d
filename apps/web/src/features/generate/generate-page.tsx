import { Suspense, lazy, useEffect } from 'react'
import { WIZARD_STEPS } from '@printroom/contract/wizard'
import { PageHeader } from '~/components/page-header.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { useChecks } from '~/features/checks/use-checks.ts'
import { CarriedBanner } from '~/features/generate/carried-banner.tsx'
import { previewOf, previewsAhead } from '~/features/generate/preview-of.ts'
import { StepDesign } from '~/features/generate/step-design.tsx'
import { StepFrame } from '~/features/generate/step-frame.tsx'
import { UnderWay } from '~/features/generate/under-way.tsx'
import { useWizard } from '~/features/generate/use-wizard.ts'
import { warmPreviewer } from '~/features/preview/previewer.ts'
import { whenHandMoves } from '~/lib/when-hand-moves.ts'

const loadLaterSteps = () => import('~/features/generate/later-steps.tsx')
const WizardPreview = lazy(async () => ({ default: (await loadLaterSteps()).WizardPreview }))
const LaterStep = lazy(async () => ({ default: (await loadLaterSteps()).LaterStep }))

/** Where what is chosen decides how a print comes out, and where it is ordered. */
const CHECKED_STEPS: ReadonlySet<number> = new Set([3, 5, 6])

export function GeneratePage() {
  const wizard = useWizard()
  // A design is chosen by hand, so Next finds the other steps there.
  useEffect(() => whenHandMoves(() => void loadLaterSteps()), [])

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
          <Suspense fallback={<Skeleton className="aspect-square rounded-xl max-lg:h-[33svh] max-lg:w-full" />}>
            <WizardPreview wizard={wizard} checks={checks} />
          </Suspense>
        )}
        <StepFrame wizard={wizard} isWide={step === 1} isLast={step === WIZARD_STEPS}>
          {step === 1 ? (
            <StepDesign wizard={wizard} />
          ) : (
            <Suspense fallback={<Skeleton className="h-96" />}>
              <LaterStep wizard={wizard} checks={checks} />
            </Suspense>
          )}
        </StepFrame>
      </div>
    </>
  )
}
