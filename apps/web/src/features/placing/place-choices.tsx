import { placeOf, placesFor, settledPlace } from '@printroom/contract/placement'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import type { Placing } from '~/features/placing/placing.ts'

/** The places of the side by name; none is chosen while the size, or a hand, says where the print sits. */
export function PlaceChoices({ placing: { product, side, design, at, isOwn, put } }: { placing: Placing }) {
  return (
    <ChoiceGroup
      label="Placement"
      value={(isOwn && placeOf(product, design, at, side)?.id) || null}
      onChange={(id) => put(settledPlace(product, id, design, side))}
      className="grid-cols-3 gap-2"
    >
      {placesFor(product, side).map(({ id, name }) => (
        <ChoiceCard key={id} value={id} className="px-2 py-2.5 text-center text-[13px] font-medium sm:text-sm">
          {name}
        </ChoiceCard>
      ))}
    </ChoiceGroup>
  )
}
