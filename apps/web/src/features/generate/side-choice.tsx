import { type Face, type Side, findFace } from '@printroom/contract/catalogue'
import { sideInShort } from '@printroom/contract/side-words'
import { hasSide, sidesFor } from '@printroom/contract/sides'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { StepSection } from '~/features/generate/step-section.tsx'
import type { Chooser } from '~/features/generate/use-wizard.ts'

/** Which side is printed; of those that are not photographed so, with what they are. */
export function SideChoice({ wizard: { choices, choose } }: { wizard: Chooser }) {
  const { product, baseModel, side } = choices
  if (!product) return null
  const sides = sidesFor({ product, baseModel })
  const isOffered = (face: Face) => hasSide({ ...choices, product }, face.id)
  const missing = sides.filter((face) => !isOffered(face))
  return (
    <StepSection
      title="Side"
      note={
        missing
          .map(({ id, name }) => `${name}: photographed as ${sideInShort({ ...choices, product }, id)}.`)
          .join(' ') || undefined
      }
    >
      <ChoiceGroup
        label="Side"
        value={findFace(product, side).id}
        onChange={(value) => choose({ side: value as Side })}
        className="auto-cols-fr grid-flow-col gap-2"
      >
        {sides.map((face) => (
          <ChoiceCard
            key={face.id}
            value={face.id}
            isDisabled={!isOffered(face)}
            className="px-2 py-2.5 text-center text-[13px] font-medium sm:text-sm"
          >
            {face.name}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
    </StepSection>
  )
}
