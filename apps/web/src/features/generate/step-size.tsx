import { Suspense, lazy } from 'react'
import { DESIGN_SIZES, labelOf, sizeNoteOf, type DesignSize } from '@printroom/contract/catalogue'
import { sizeNoteFor } from '@printroom/contract/placement'
import { sidesFor } from '@printroom/contract/sides'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { StepSection } from '~/features/generate/step-section.tsx'
import type { Chooser } from '~/features/generate/use-wizard.ts'
import { cn } from '~/lib/cn.ts'

const SideChoice = lazy(async () => ({
  default: (await import('~/features/generate/side-choice.tsx')).SideChoice,
}))
const PlacementSection = lazy(async () => ({
  default: (await import('~/features/generate/placement-section.tsx')).PlacementSection,
}))

/** Of the largest print's width, so that the three stand in their true proportion. */
const SHARES: Record<DesignSize, string> = { small: 'size-[53%]', medium: 'size-[67%]', large: 'size-[80%]' }

export function StepSize({ wizard }: { wizard: Chooser }) {
  const { product, baseModel } = wizard.choices
  if (!product) return null
  return (
    <div className="space-y-8">
      {sidesFor({ product, baseModel }).length > 1 && (
        <Suspense fallback={<Skeleton className="h-20" />}>
          <SideChoice wizard={wizard} />
        </Suspense>
      )}
      <SizeAndPlace wizard={wizard} />
    </div>
  )
}

/** How large a print is and where, on the side that is chosen. */
export function SizeAndPlace({ wizard }: { wizard: Chooser }) {
  const { product, side, size, placement } = wizard.choices
  if (!product) return null
  const { design } = wizard
  const noteOf = (each: DesignSize) =>
    // A visitor's file that an earlier release kept says nothing of its sides.
    design?.width ? sizeNoteFor(product, each, design, side) : sizeNoteOf(product, each, side)
  return (
    <>
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
                {design && (
                  <img
                    src={design.thumbnail_url}
                    alt=""
                    width={160}
                    height={160}
                    className={cn('object-contain', SHARES[each])}
                  />
                )}
              </span>
              <span className="mt-2 text-sm font-medium">{labelOf(each)}</span>
              <span className="pb-1 text-[13px] leading-snug text-pencil">{noteOf(each)}</span>
            </ChoiceCard>
          ))}
        </ChoiceGroup>
      </StepSection>
      {wizard.setAdjusting && (
        <Suspense fallback={<Skeleton className="h-36" />}>
          <PlacementSection wizard={wizard} />
        </Suspense>
      )}
    </>
  )
}
