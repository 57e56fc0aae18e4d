import { labelOf } from '@printroom/contract/catalogue'
import { BACKDROPS } from '~/features/catalogue/backdrops.ts'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { ProductSketch } from '~/features/catalogue/product-sketch.tsx'
import type { Wizard } from '~/features/generate/use-wizard.ts'

const UNDYED = '#EFEBE3'

/** What has been chosen so far, drawn; it changes with every choice. */
export function LivePreview({ wizard }: { wizard: Wizard }) {
  const { design, choices } = wizard
  const { product, colour, background, size } = choices
  const name = [colour && colourName(colour).label, product && labelOf(product)].filter(Boolean).join(' ')
  return (
    <figure className="lg:sticky lg:top-20">
      <div
        role="img"
        aria-label={`Preview: ${design?.filename ?? 'your design'}${name && ` on a ${name}`}`}
        className="grid aspect-[16/10] place-items-center overflow-hidden rounded-xl border bg-sheet bg-cover lg:aspect-square"
        style={background ? { background: BACKDROPS[background] } : undefined}
      >
        {product ? (
          <ProductSketch
            product={product}
            colour={colour ? colourName(colour).hex : UNDYED}
            design={design?.thumbnail_url}
            size={size ?? 'medium'}
            className="h-full max-h-full p-2 lg:w-[88%] lg:p-0"
          />
        ) : (
          design && <img src={design.thumbnail_url} alt="" width={320} height={320} className="size-3/5 object-contain" />
        )}
      </div>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 text-[13px] text-pencil">
        <span className="min-w-0 truncate font-medium text-ink">{name || design?.filename}</span>
        <span>A sketch, free of charge</span>
      </figcaption>
    </figure>
  )
}
