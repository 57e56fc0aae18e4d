import { Move } from 'lucide-react'
import { placementInWords } from '@printroom/contract/placement'
import { Button } from '~/components/button.tsx'
import { wizardPlacing } from '~/features/generate/placing-of.ts'
import { StepSection } from '~/features/generate/step-section.tsx'
import type { Chooser } from '~/features/generate/use-wizard.ts'
import { PlaceChoices } from '~/features/placing/place-choices.tsx'
import { PlacementFields } from '~/features/placing/placement-fields.tsx'
import { useHasRoomBeside } from '~/lib/media-query.ts'

/** The product's places by name, and the way to put the print anywhere else. */
export function PlacementSection({ wizard }: { wizard: Chooser }) {
  const { isAdjusting = false, setAdjusting } = wizard
  const placing = wizardPlacing(wizard)
  const isBeside = useHasRoomBeside()
  if (!placing || !setAdjusting) return null
  return (
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
        <div className="mt-4 rounded-lg border bg-paper p-4">
          <PlacementFields placing={placing} />
        </div>
      )}
    </StepSection>
  )
}
