import { DESIGN_SIZES, labelOf, type DesignSize, type Product } from '@printroom/contract/catalogue'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { ProductSketch } from '~/features/catalogue/product-sketch.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { StepSection } from '~/features/generate/step-section.tsx'
import type { Wizard } from '~/features/generate/use-wizard.ts'

const GARMENT: Record<DesignSize, string> = { small: '8 inches wide', medium: '10 inches wide', large: '12 inches wide' }
const TOTE: Record<DesignSize, string> = { small: '7 inches wide', medium: '9 inches wide', large: '11 inches wide' }
const MUG: Record<DesignSize, string> = { small: 'With room around it', medium: '3.2 inches', large: '3.8 inches high' }

const notesFor = (product: Product) => (product === 'mug' ? MUG : product === 'tote-bag' ? TOTE : GARMENT)

export function StepSize({ wizard }: { wizard: Wizard }) {
  const { product, colour, size } = wizard.choices
  if (!product || !colour) return null
  return (
    <StepSection title="Design size" note="The design keeps its shape and is centered.">
      <ChoiceGroup
        label="Design size"
        value={size}
        onChange={(value) => wizard.choose({ size: value as DesignSize })}
        className="grid-cols-3"
      >
        {DESIGN_SIZES.map((each) => (
          <ChoiceCard key={each} value={each} className="flex flex-col items-center pb-3 text-center">
            <ProductSketch
              product={product}
              colour={colourName(colour).hex}
              design={wizard.design?.thumbnail_url}
              size={each}
              className="w-full max-w-36"
            />
            <span className="mt-1 text-sm font-medium">{labelOf(each)}</span>
            <span className="text-[13px] leading-snug text-pencil">{notesFor(product)[each]}</span>
          </ChoiceCard>
        ))}
      </ChoiceGroup>
    </StepSection>
  )
}
