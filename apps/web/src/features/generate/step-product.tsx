import { PRODUCTS, baseModelsFor, labelOf, type BaseModel, type Product } from '@printroom/contract/catalogue'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { Blank } from '~/features/catalogue/blank.tsx'
import { previewsAhead } from '~/features/generate/preview-of.ts'
import { StepSection } from '~/features/generate/step-section.tsx'
import type { Chooser } from '~/features/generate/use-wizard.ts'
import { warmPreviewer } from '~/features/preview/previewer.ts'

export function StepProduct({ wizard }: { wizard: Chooser }) {
  const { choices, design } = wizard
  const { product, baseModel } = choices
  // Who is about to choose the first product sees it at once.
  const reach = (each: Product): void => {
    if (!product && design) warmPreviewer(previewsAhead(choices, design, each))
  }
  const models = product ? baseModelsFor(product) : []
  return (
    <div className="space-y-8">
      <ChoiceGroup
        label="Product"
        value={product}
        onChange={(value) => wizard.choose({ product: value as Product })}
        className="grid-cols-2 sm:grid-cols-3"
      >
        {PRODUCTS.map((each) => (
          <ChoiceCard key={each} value={each} onReach={() => reach(each)} className="p-2">
            <Blank product={each} />
            <span className="block px-1 pt-2 pb-0.5 text-center text-sm font-medium">{labelOf(each)}</span>
          </ChoiceCard>
        ))}
      </ChoiceGroup>
      {models.length > 0 && (
        <StepSection title="Base model" note="The garment you print on decides its colors.">
          <ChoiceGroup
            label="Base model"
            value={baseModel}
            onChange={(value) => wizard.choose({ baseModel: value as BaseModel })}
            className="sm:grid-cols-2"
          >
            {models.map((model) => (
              <ChoiceCard key={model} value={model} className="px-4 py-3 text-sm font-medium">
                {labelOf(model)}
              </ChoiceCard>
            ))}
          </ChoiceGroup>
        </StepSection>
      )}
    </div>
  )
}
