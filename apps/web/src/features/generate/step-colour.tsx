import { labelOf, stylesFor, type ModelStyle } from '@printroom/contract/catalogue'
import { coloursFor } from '@printroom/contract/colours'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { Blank } from '~/features/catalogue/blank.tsx'
import { ColourGrid } from '~/features/catalogue/colour-grid.tsx'
import { StepSection } from '~/features/generate/step-section.tsx'
import type { Chooser } from '~/features/generate/use-wizard.ts'
import { cn } from '~/lib/cn.ts'

const STYLE_NOTES: Record<ModelStyle, string> = {
  'studio-front': 'The garment alone, from the front',
  'lifestyle-casual': 'Worn by a person, in a real place',
  'flat-lay': 'Laid flat, seen from above',
  'studio-product': 'The mug alone, on a clean sweep',
  'lifestyle-use': 'The mug in use, in a real place',
}

export function StepColour({ wizard }: { wizard: Chooser }) {
  const { product, baseModel, colour, style } = wizard.choices
  if (!product) return null
  const styles = stylesFor(product)
  // Two fit beside each other on a phone; more stand in rows there.
  const areRows = styles.length > 2
  return (
    <div className="space-y-8">
      <StepSection title="Color" note="Screen colors, close to the makers' color cards.">
        <ColourGrid
          colours={coloursFor(product, baseModel)}
          chosen={colour ? [colour] : []}
          onToggle={(value) => wizard.choose({ colour: value })}
        />
      </StepSection>
      <StepSection title="Model style">
        <ChoiceGroup
          label="Model style"
          value={style}
          onChange={(value) => wizard.choose({ style: value as ModelStyle })}
          className={areRows ? 'sm:grid-cols-3' : 'grid-cols-2'}
        >
          {styles.map((each) => (
            <ChoiceCard
              key={each}
              value={each}
              className={cn('p-2', areRows && 'max-sm:flex-row max-sm:items-center max-sm:gap-3')}
            >
              <Blank product={product} style={each} className={cn(areRows && 'max-sm:w-20 max-sm:shrink-0')} />
              <span className="block px-1 pt-2 pb-1">
                <span className="block text-sm font-medium">{labelOf(each)}</span>
                <span className="mt-0.5 block text-[13px] leading-snug text-pencil">{STYLE_NOTES[each]}</span>
              </span>
            </ChoiceCard>
          ))}
        </ChoiceGroup>
      </StepSection>
    </div>
  )
}
