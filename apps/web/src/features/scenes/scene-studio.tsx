import { Suspense, lazy, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Check, Upload } from 'lucide-react'
import type { Product } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import { sceneColoursOf, type SceneWire } from '@printroom/contract/scenes'
import { Button } from '~/components/button.tsx'
import { Card, CardTitle } from '~/components/card.tsx'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { Picture, PicturePlace } from '~/components/picture.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { useChecks } from '~/features/checks/use-checks.ts'
import { ColourGrid } from '~/features/catalogue/colour-grid.tsx'
import { SampleButton } from '~/features/designs/sample-button.tsx'
import { useDesigns } from '~/features/designs/use-designs.ts'
import { LivePreview } from '~/features/generate/live-preview.tsx'
import { StepSection } from '~/features/generate/step-section.tsx'
import { SizeAndPlace } from '~/features/generate/step-size.tsx'
import type { Chooser } from '~/features/generate/use-wizard.ts'
import type { PreviewRequest } from '~/features/preview/messages.ts'
import { MakeMockup } from '~/features/scenes/make-mockup.tsx'
import { MaskState } from '~/features/scenes/mask-state.tsx'
import { SceneReport } from '~/features/scenes/scene-report.tsx'
import { useChooser } from '~/features/scenes/use-chooser.ts'
import { trpc } from '~/lib/trpc.ts'

// After the picture, which is drawn first.
const WizardChecks = lazy(() => import('~/features/generate/wizard-checks.tsx'))

const DESIGN_GRID = 'grid-cols-4 gap-2 sm:grid-cols-5 lg:grid-cols-4 xl:grid-cols-5'

/** A ready scene: a design is chosen and placed beside the picture that it gives, and made a mockup of. */
export default function SceneStudio({ scene, onMask }: { scene: SceneWire; onMask: () => void }) {
  const wizard = useChooser(scene)
  const utils = trpc.useUtils()
  const [revision, setRevision] = useState(scene.mask?.url)
  if (revision !== scene.mask?.url) {
    setRevision(scene.mask?.url)
    void utils.scene.preview.invalidate({ id: scene.id })
  }
  const { data: own, isError, refetch } = trpc.scene.preview.useQuery({ id: scene.id })
  const { choices, design } = wizard
  const colour = choices.colour ? findColour(choices.colour) : undefined
  const request: PreviewRequest | null = own
    ? {
        own,
        design: design?.thumbnail_url ?? null,
        product: scene.product as Product,
        baseModel: null,
        style: null,
        background: null,
        gender: null,
        side: choices.side,
        colour: { hex: colour?.hex ?? '#FFFFFF', heather: colour?.isHeather ?? false },
        size: choices.size ?? 'medium',
        placement: choices.placement,
      }
    : null
  const checks = useChecks(
    request && design ? { ...request, file: { width: design.width, height: design.height } } : null,
  )
  const renderChecks = (className: string) => (
    <Suspense>
      <WizardChecks wizard={wizard} checks={checks} className={className} />
    </Suspense>
  )
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 max-lg:pt-4 lg:grid-cols-[minmax(340px,44%)_minmax(0,1fr)] lg:gap-8">
        {request ? (
          <LivePreview wizard={wizard} onScene={{ request, waiting: scene.thumbnail_url ?? '' }}>
            {renderChecks('max-lg:hidden [&>section]:mt-3')}
          </LivePreview>
        ) : isError ? (
          <LoadError what="the preview" onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="aspect-square rounded-xl max-lg:h-[33svh] max-lg:w-full" />
        )}
        <Card aria-labelledby="try" className="space-y-8">
          <CardTitle id="try">Put a design on it</CardTitle>
          <Designs wizard={wizard} />
          {design && (
            <>
              <SizeAndPlace wizard={wizard} />
              <Colour scene={scene} wizard={wizard} />
            </>
          )}
          <MaskState scene={scene} onMask={onMask} />
          {design && (
            <>
              {renderChecks('lg:hidden')}
              <MakeMockup scene={scene} choices={choices} />
            </>
          )}
        </Card>
      </div>
      <div className="mt-8">
        <SceneReport scene={scene} />
      </div>
    </>
  )
}

function Designs({ wizard: { choices, choose } }: { wizard: Chooser }) {
  const { designs, isError, refetch, more } = useDesigns()
  if (isError) return <LoadError what="your designs" onRetry={() => void refetch()} />
  if (!designs)
    return (
      <div role="status" aria-label="Loading designs" className={`grid ${DESIGN_GRID}`}>
        {Array.from({ length: 5 }, (_, slot) => (
          <PicturePlace key={slot} fit="contain" />
        ))}
      </div>
    )
  if (designs.length === 0)
    return (
      <EmptyState
        title="Upload a design first"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button asChild>
              <Link to="/designs">
                <Upload /> Go to Designs
              </Link>
            </Button>
            <SampleButton />
          </div>
        }
      >
        Your scene is ready. Mockups are made on it from your PNG files.
      </EmptyState>
    )
  return (
    <StepSection title="Design">
      <div className="-m-1 max-h-64 overflow-y-auto p-1">
        <ChoiceGroup
          label="Design"
          value={choices.designId}
          onChange={(designId) => choose({ designId })}
          className={DESIGN_GRID}
        >
          {designs.map((design) => (
            <ChoiceCard key={design.id} value={design.id} label={design.filename} className="group p-1">
              <Picture src={design.thumbnail_url} alt="" isCard fit="contain" />
              <span className="absolute top-2 right-2 hidden size-5 place-items-center rounded-full bg-cyan text-on-cyan group-has-checked:grid">
                <Check aria-hidden="true" className="size-3.5" />
              </span>
            </ChoiceCard>
          ))}
        </ChoiceGroup>
        <LoadMore what="your designs" more={more}>
          <div className={`grid ${DESIGN_GRID}`}>
            <PicturePlace fit="contain" />
          </div>
        </LoadMore>
      </div>
    </StepSection>
  )
}

/** Where the garment was not told from its ground there is nothing to choose until its mask is painted. */
function Colour({ scene, wizard }: { scene: SceneWire; wizard: Chooser }) {
  const recolours = scene.report?.recolours ?? false
  const colours = sceneColoursOf(scene.product as Product, { recolours })
  const [white] = colours
  if (!white) return null
  const { colour } = wizard.choices
  if (recolours)
    return (
      <StepSection title="Color" note="The garment is told from its ground, so that it takes every color.">
        <ColourGrid
          colours={colours}
          chosen={colour ? [colour] : []}
          onToggle={(value) => wizard.choose({ colour: value })}
        />
      </StepSection>
    )
  return (
    <StepSection title="Color">
      <p className="flex items-center gap-2.5 text-sm">
        <span
          aria-hidden="true"
          className="size-6 rounded-full shadow-[inset_0_0_0_1px_var(--swatch-edge)]"
          style={{ background: white.hex }}
        />
        {white.label}, as {scene.report?.psd ? 'the PSD has it' : 'it was photographed'}
      </p>
      {scene.mask && (
        <p className="mt-2 max-w-[60ch] text-sm text-pencil">
          The garment could not be told from its ground all round. Paint its mask, and it takes every color.
        </p>
      )}
    </StepSection>
  )
}
