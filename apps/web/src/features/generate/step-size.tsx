import { Suspense, lazy } from 'react'
import { Move } from 'lucide-react'
import { DESIGN_SIZES, labelOf, sizeNoteOf, type DesignSize } from '@printroom/contract/catalogue'
import { placementInWords } from '@printroom/contract/placement'
import { Button } from '~/components/button.tsx'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { wizardPlacing } from '~/features/generate/placing-of.ts'
import { StepSection } from '~/features/generate/step-section.tsx'
import type { Chooser } from '~/features/generate/use-wizard.ts'
import { PlaceChoices } from '~/features/placing/place-choices.tsx'
import { cn } from '~/lib/cn.ts'
import { useHasRoomBeside } from '~/lib/media-query.ts'

const PlacementFields = lazy(async () => ({
  default: (await import('~/features/placing/placement-fields.tsx')).PlacementFields,
}))

/** Of the largest print's width, so that the three stand in their true proportion. */
const SHARES: Record<DesignSize, string> = { small: 'size-[53%]', medium: 'size-[67%]', large: 'size-[80%]' }

export function StepSize({ wizard }: { wizard: Chooser }) {
  const { product, size, placement } = wizard.choices
  const { isAdjusting = false, setAdjusting } = wizard
  const placing = setAdjusting && wizardPlacing(wizard)
  const isBeside = useHasRoomBeside()
  if (!product) return null
  return (
    <div className="space-y-8">
      <StepSection title="Design size" note="The design keeps its shape and is centered.">
        <ChoiceGroup
          label="Design size"
          // A print that was put somewhere is of no size: each of the three is a way back.
          value={placement ? null : size}
          onChange={(value) => wizard.choose({ size: value as DesignSize })}
          className="grid-cols-3"
        >
          {DESIGN_SIZES.map((each) => (
            <ChoiceCard key={each} value={each} className="p-2 text-center">
              <span className="light-table grid aspect-square place-items-center rounded-md">
                {wizard.design && (
                  <img
                    src={wizard.design.thumbnail_url}
                    alt=""
                    width={160}
                    height={160}
                    className={cn('object-contain', SHARES[each])}
                  />
                )}
              </span>
              <span className="mt-2 text-sm font-medium">{labelOf(each)}</span>
              <span className="pb-1 text-[13px] leading-snug text-pencil">{sizeNoteOf(product, each)}</span>
            </ChoiceCard>
          ))}
        </ChoiceGroup>
      </StepSection>
      {placing && (
        <StepSection title="Placement" note="Or put it elsewhere in the print area.">
          <PlaceChoices placing={placing} />
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <Button
              variant="secondary"
              size="sm"
              aria-pressed={isBeside ? isAdjusting : undefined}
              onClick={() => setAdjusting(!isAdjusting)}
              className="aria-pressed:border-cyan aria-pressed:bg-cyan-wash"
            >
              <Move /> Adjust on the product
            </Button>
            <p className="text-[13px] text-pencil tabular-nums">{placementInWords(placing.at)}</p>
          </div>
          {isAdjusting && isBeside && (
            <Suspense>
              <div className="mt-4 rounded-lg border bg-paper p-4">
                <PlacementFields placing={placing} />
              </div>
            </Suspense>
          )}
        </StepSection>
      )}
    </div>
  )
}
