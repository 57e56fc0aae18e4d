import { useEffect } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { WIZARD_STEPS } from '@printroom/contract/wizard'
import { PageHeader } from '~/components/page-header.tsx'
import { CarriedBanner } from '~/features/generate/carried-banner.tsx'
import { LivePreview } from '~/features/generate/live-preview.tsx'
import { StepBackground } from '~/features/generate/step-background.tsx'
import { StepColour } from '~/features/generate/step-colour.tsx'
import { StepDesign } from '~/features/generate/step-design.tsx'
import { StepFrame } from '~/features/generate/step-frame.tsx'
import { StepGenerate } from '~/features/generate/step-generate.tsx'
import { StepProduct } from '~/features/generate/step-product.tsx'
import { StepSize } from '~/features/generate/step-size.tsx'
import { usePlace, type Place } from '~/features/generate/use-place.ts'
import { useWizard } from '~/features/generate/use-wizard.ts'
import { warmPreviewer } from '~/features/preview/previewer.ts'
import { whenIdle } from '~/lib/when-idle.ts'

const route = getRouteApi('/_app/generate')
const STEPS = [StepDesign, StepProduct, StepColour, StepBackground, StepSize, StepGenerate]

/** A new visit is a new wizard. */
export function GeneratePage() {
  const place = usePlace()
  return <Wizard key={place.visit} place={place} />
}

function Wizard({ place }: { place: Place }) {
  const wizard = useWizard(route.useSearch(), place)

  // A design is chosen, so a product comes next: what its first picture needs is fetched meanwhile.
  const isComing = wizard.design !== undefined && (wizard.step === 1 || wizard.choices.product === null)
  const design = wizard.design?.thumbnail_url ?? null
  useEffect(() => {
    if (isComing) whenIdle(() => warmPreviewer(design))
  }, [isComing, design])

  const Step = STEPS[wizard.step - 1] ?? StepDesign
  return (
    <>
      <PageHeader title="Generate" />
      {wizard.banner && <CarriedBanner banner={wizard.banner} onDismiss={wizard.dismissBanner} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(340px,44%)] lg:gap-8">
        {wizard.step > 1 && <LivePreview wizard={wizard} />}
        <StepFrame wizard={wizard} isWide={wizard.step === 1} isLast={wizard.step === WIZARD_STEPS}>
          <Step wizard={wizard} />
        </StepFrame>
      </div>
    </>
  )
}
