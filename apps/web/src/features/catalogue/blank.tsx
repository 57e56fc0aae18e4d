import type { Background, ModelStyle, Product, Side } from '@printroom/contract/catalogue'
import { BACKDROPS } from '~/features/catalogue/backdrops.ts'
import { blankPicture } from '~/features/catalogue/blanks.ts'
import { ProductSketch } from '~/features/catalogue/product-sketch.tsx'
import { cn } from '~/lib/cn.ts'

type BlankProps = { product: Product; style?: ModelStyle; background?: Background; side?: Side; className?: string }

const CLOTH = '#EFEBE3'

/** A card's picture of what it offers: photographed where we have photographed it, drawn where we have not. */
export function Blank({ product, style, background, side, className }: BlankProps) {
  const picture = blankPicture(product, style, background, side)
  return (
    <span
      className={cn('relative block aspect-square w-full overflow-hidden rounded-md', className)}
      style={picture === undefined && background ? { background: BACKDROPS[background] } : undefined}
    >
      {picture ? (
        <img src={picture} alt="" width={256} height={256} decoding="async" className="size-full object-cover" />
      ) : (
        !background && <ProductSketch product={product} colour={CLOTH} className="size-full p-[10%]" />
      )}
      <span className="pointer-events-none absolute inset-0 rounded-[inherit] shadow-[inset_0_0_0_1px_var(--picture-edge)]" />
    </span>
  )
}
