import { Suspense, lazy, type ReactNode } from 'react'
import { FRONT, labelOf } from '@printroom/contract/catalogue'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { Swatch } from '~/features/catalogue/swatch.tsx'
import type { Wizard } from '~/features/generate/use-wizard.ts'

const PlacementFact = lazy(async () => ({
  default: (await import('~/features/generate/placement-fact.tsx')).PlacementFact,
}))

export function Summary({ wizard }: { wizard: Wizard }) {
  const { design, choices } = wizard
  const { product, baseModel, colour, style, background, gender, side, size, placement } = choices
  if (!product || !colour || !style || !background || !size) return null
  const { label, hex } = colourName(colour)
  return (
    <div className="flex gap-5">
      {design && (
        <div className="light-table hidden size-28 shrink-0 rounded-lg sm:block">
          <img
            src={design.thumbnail_url}
            alt={`Design ${design.filename}`}
            width={112}
            height={112}
            className="size-full object-contain p-2"
          />
        </div>
      )}
      <dl className="grid min-w-0 flex-1 content-start grid-cols-2 gap-x-6 gap-y-3 text-sm">
        <Fact name="Design">{design?.filename}</Fact>
        <Fact name="Product">{[labelOf(product), baseModel && labelOf(baseModel)].filter(Boolean).join(', ')}</Fact>
        <Fact name="Color">
          <Swatch hex={hex} className="mr-1.5 -mb-0.5" />
          {label}
        </Fact>
        <Fact name="Style">{[labelOf(style), gender && labelOf(gender)].filter(Boolean).join(', ')}</Fact>
        <Fact name="Background">{labelOf(background)}</Fact>
        {side !== FRONT && <Fact name="Side">{labelOf(side)}</Fact>}
        {placement ? (
          <Fact name="Placement">
            <Suspense>
              <PlacementFact wizard={wizard} />
            </Suspense>
          </Fact>
        ) : (
          <Fact name="Design size">{labelOf(size)}</Fact>
        )}
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-pencil">{name}</dt>
      <dd className="line-clamp-2 font-medium break-words">{children}</dd>
    </div>
  )
}
