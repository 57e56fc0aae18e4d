import { useEffect, useState } from 'react'
import { WIZARD_STEPS } from '@printroom/contract/wizard'
import { PageHeader } from '~/components/page-header.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { useChecks } from '~/features/checks/use-checks.ts'
import { CarriedBanner } from '~/features/generate/carried-banner.tsx'
import type * as laterSteps from '~/features/generate/later-steps.tsx'
import { previewOf, previewsAhead } from '~/features/generate/preview-of.ts'
import { StepDesign } from '~/features/generate/step-design.tsx'
import { StepFrame } from '~/features/generate/step-frame.tsx'
import { UnderWay } from '~/features/generate/under-way.tsx'
import { useWizard } from '~/features/generate/use-wizard.ts'
import { warmPreviewer } from '~/features/preview/previewer.ts'
import { whenHandMoves } from '~/lib/when-hand-moves.ts'

/** Where what is chosen decides how a print comes out, and where it is ordered. */
const CHECKED_STEPS: ReadonlySet<number> = new Set([3, 5, 6])

export function GeneratePage() {
  const wizard = useWizard()
  // A design is chosen, so its first preview comes soon: all that it needs is fetched and made meanwhile.
  const { step, choices, design } = wizard
  const later = useLaterSteps(step > 1)
  const isPreviewComing = design !== undefined && (step === 1 || choices.product === null)
  useEffect(() => {
    if (isPreviewComing) warmPreviewer(previewsAhead(choices, design))
  }, [isPreviewComing, choices, design])

  // A picture is asked for before it is looked through, which the next one that is asked for would end.
  const preview = later && CHECKED_STEPS.has(step) && choices.colour ? previewOf(choices, design) : null
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
        {step > 1 &&
          (later ? (
            <later.WizardPreview wizard={wizard} checks={checks} />
          ) : (
            <Skeleton className="aspect-square rounded-xl max-lg:h-[33svh] max-lg:w-full" />
          ))}
        <StepFrame
          wizard={wizard}
          isWide={step === 1}
          isLast={step === WIZARD_STEPS}
          isLoading={step > 1 && later === null}
        >
          {step === 1 ? (
            <StepDesign wizard={wizard} />
          ) : later ? (
            <later.LaterStep wizard={wizard} checks={checks} />
          ) : (
            <Skeleton className="h-96" />
          )}
        </StepFrame>
      </div>
    </>
  )
}

/** Steps 2 to 6: there as soon as a hand moves, since a design is chosen by hand, or at once where the wizard opens at one of them. */
function useLaterSteps(isShown: boolean): typeof laterSteps | null {
  const [steps, setSteps] = useState<typeof laterSteps | null>(null)
  useEffect(() => {
    const load = (): void => void import('~/features/generate/later-steps.tsx').then(setSteps)
    if (!isShown) return whenHandMoves(load)
    load()
    return undefined
  }, [isShown])
  return steps
}
