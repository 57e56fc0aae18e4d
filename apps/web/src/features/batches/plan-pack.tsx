import { useEffect } from 'react'
import { Link } from '@tanstack/react-router'
import { Button } from '~/components/button.tsx'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { changePlan } from '~/features/batches/plan-store.ts'
import { PlanSection } from '~/features/batches/plan-section.tsx'
import { withPack, type Plan } from '~/features/batches/plan.ts'
import { shopsOf } from '~/features/packs/pack-words.ts'
import { usePacks } from '~/features/packs/use-packs.ts'
import { countOf } from '~/lib/format.ts'

const NONE = 'none'

/** Which shop's listings the batch is for: a pack chooses the scenes of every product. */
export function PlanPack({ plan }: { plan: Plan }) {
  const { packs, isError, refetch } = usePacks()
  const isGone = packs !== undefined && plan.packId !== null && !packs.some(({ id }) => id === plan.packId)
  useEffect(() => {
    if (isGone) changePlan({ packId: null })
  }, [isGone])
  return (
    <PlanSection
      title="Listing pack"
      note="A pack chooses the scenes, and cuts the finished mockups to what the shop asks for."
      action={
        <Button asChild variant="secondary" size="sm">
          <Link to="/packs">Your packs</Link>
        </Button>
      }
    >
      {isError && <LoadError what="the listing packs" onRetry={refetch} />}
      {!packs && !isError && <Skeleton className="h-28" />}
      {packs && (
        <ChoiceGroup
          label="Listing pack"
          value={plan.packId ?? NONE}
          onChange={(value) => changePlan(withPack(plan, packs.find(({ id }) => id === value) ?? null))}
          className="gap-2 sm:grid-cols-2 xl:grid-cols-3"
        >
          <ChoiceCard value={NONE} className="px-3 py-2.5 text-sm">
            <span className="font-medium">No pack</span>
            <span className="text-[13px] text-pencil">Choose the scenes yourself</span>
          </ChoiceCard>
          {packs.map((pack) => (
            <ChoiceCard key={pack.id} value={pack.id} className="min-w-0 px-3 py-2.5 text-sm">
              <span className="truncate font-medium">{pack.name}</span>
              <span className="text-[13px] text-pencil">
                {countOf(pack.pictures.length, 'picture')}, {shopsOf(pack)}
              </span>
            </ChoiceCard>
          ))}
        </ChoiceGroup>
      )}
    </PlanSection>
  )
}
