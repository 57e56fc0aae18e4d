import { useEffect } from 'react'
import { Link } from '@tanstack/react-router'
import { Check, Upload } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { Picture, PicturePlace } from '~/components/picture.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { SampleButton } from '~/features/designs/sample-button.tsx'
import { useDesigns } from '~/features/designs/use-designs.ts'
import { DimmedMockups } from '~/features/examples/dimmed-mockups.tsx'
import { previewsAhead } from '~/features/generate/preview-of.ts'
import type { Wizard } from '~/features/generate/use-wizard.ts'
import { warmPreviewer } from '~/features/preview/previewer.ts'
import { whenHandMoves } from '~/lib/when-hand-moves.ts'

const GRID = 'grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5'
/** Designs that are seen before anybody scrolls, on a phone too. */
const IN_SIGHT = 4

export function StepDesign({ wizard }: { wizard: Wizard }) {
  const { choices } = wizard
  const { designs, isError, refetch, more } = useDesigns()
  const newest = designs?.[0]
  // As soon as a hand moves, the compositor and the likeliest picture are made ready for who chooses quickly; not before, since
  // what a page loads by itself is to stay small.
  useEffect(() => {
    if (!newest || choices.designId !== null) return
    return whenHandMoves(() => warmPreviewer(previewsAhead(choices, newest).slice(0, 1)))
  }, [newest, choices])
  if (isError) return <LoadError what="your designs" onRetry={() => void refetch()} />
  if (!designs) {
    return (
      <div role="status" aria-label="Loading designs">
        <DesignSlots count={2} />
      </div>
    )
  }
  if (designs.length === 0) {
    return (
      <EmptyState
        picture={<DimmedMockups />}
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
        Mockups are made from your PNG files. Add one, then come back here.
      </EmptyState>
    )
  }
  // Chosen, and further down than is loaded: it stands first.
  const { design: chosen } = wizard
  const shown = chosen && !designs.some(({ id }) => id === chosen.id) ? [chosen, ...designs] : designs
  return (
    <>
      <ChoiceGroup
        label="Design"
        value={choices.designId}
        onChange={(designId) => wizard.choose({ designId })}
        className={GRID}
      >
        {shown.map((design, at) => (
          <ChoiceCard
            key={design.id}
            value={design.id}
            label={design.filename}
            onReach={() => warmPreviewer(previewsAhead(choices, design))}
            className="group p-2"
          >
            <Picture src={design.thumbnail_url} alt="" fit="contain" isLazy={at >= IN_SIGHT} />
            <span className="mt-2 block truncate px-1 pb-0.5 text-[13px] font-medium">{design.filename}</span>
            <span className="absolute top-3.5 right-3.5 hidden size-6 place-items-center rounded-full bg-cyan text-on-cyan group-has-checked:grid">
              <Check aria-hidden="true" className="size-4" />
            </span>
          </ChoiceCard>
        ))}
      </ChoiceGroup>
      <LoadMore what="your designs" more={more}>
        <DesignSlots count={5} />
      </LoadMore>
    </>
  )
}

const DesignSlots = ({ count }: { count: number }) => (
  <div className={`grid ${GRID}`}>
    {Array.from({ length: count }, (_, slot) => (
      <div key={slot} className="rounded-lg border p-2">
        <PicturePlace fit="contain" />
        <Skeleton className="mt-2 h-[21.5px]" />
      </div>
    ))}
  </div>
)
