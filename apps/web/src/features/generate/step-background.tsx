import {
  GENDERS,
  backgroundsFor,
  labelOf,
  needsGender,
  type Background,
  type Gender,
} from '@printroom/contract/catalogue'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { Blank } from '~/features/catalogue/blank.tsx'
import { StepSection } from '~/features/generate/step-section.tsx'
import type { Chooser } from '~/features/generate/use-wizard.ts'

export function StepBackground({ wizard }: { wizard: Chooser }) {
  const { product, style, background, gender } = wizard.choices
  if (!product || !style) return null
  return (
    <div className="space-y-8">
      <StepSection title="Background">
        <ChoiceGroup
          label="Background"
          value={background}
          onChange={(value) => wizard.choose({ background: value as Background })}
          className="grid-cols-2 sm:grid-cols-3 xl:grid-cols-4"
        >
          {backgroundsFor(product, style).map((each) => (
            <ChoiceCard key={each} value={each} className="p-2">
              <Blank product={product} style={style} background={each} />
              <span className="block px-1 pt-2 pb-0.5 text-[13px] font-medium">{labelOf(each)}</span>
            </ChoiceCard>
          ))}
        </ChoiceGroup>
      </StepSection>
      {needsGender(product, style) && (
        <StepSection title="Model" note="Who wears it in the picture.">
          <ChoiceGroup
            label="Model gender"
            value={gender}
            onChange={(value) => wizard.choose({ gender: value as Gender })}
            className="grid-cols-2"
          >
            {GENDERS.map((each) => (
              <ChoiceCard key={each} value={each} className="px-4 py-3 text-sm font-medium">
                {labelOf(each)}
              </ChoiceCard>
            ))}
          </ChoiceGroup>
        </StepSection>
      )}
    </div>
  )
}
