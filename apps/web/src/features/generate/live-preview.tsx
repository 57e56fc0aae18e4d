import { labelOf } from '@printroom/contract/catalogue'
import { blankPicture } from '~/features/catalogue/blanks.ts'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { ProductSketch } from '~/features/catalogue/product-sketch.tsx'
import { previewOf } from '~/features/generate/preview-of.ts'
import type { Wizard } from '~/features/generate/use-wizard.ts'
import { PreviewCanvas } from '~/features/preview/preview-canvas.tsx'
import type { Preview } from '~/features/preview/use-preview.ts'

/** In sight while what it shows is chosen: beside the choices, and above them where there is no room beside. */
const PLACE =
  'sticky z-10 max-lg:top-14 max-lg:-mx-4 max-lg:-mt-3 max-lg:border-b max-lg:bg-paper max-lg:px-4 max-lg:py-3 lg:top-20'

/** What a credit will buy, drawn with every choice by the compositor that makes the mockups. */
export function LivePreview({ wizard }: { wizard: Wizard }) {
  const { design, choices } = wizard
  const { product, colour, style, background, size } = choices
  const name = [colour && colourName(colour).label, product && labelOf(product)].filter(Boolean).join(' ')
  const request = previewOf(choices, design)
  const label = `Preview: ${design?.filename ?? 'your design'}${name && ` on a ${name}`}`
  if (!request)
    return (
      <figure className={PLACE}>
        <div
          role="img"
          aria-label={label}
          className="light-table grid aspect-square place-items-center overflow-hidden rounded-xl border mx-auto max-lg:max-w-[34svh]"
        >
          {design && (
            <img src={design.thumbnail_url} alt="" width={320} height={320} className="size-3/5 object-contain" />
          )}
        </div>
        <figcaption className="mt-2 truncate text-[13px] font-medium">{design?.filename}</figcaption>
      </figure>
    )
  return (
    <figure className={PLACE}>
      <PreviewCanvas
        request={request}
        label={label}
        className="mx-auto max-lg:max-w-[34svh]"
        waiting={blankPicture(request.product, style, background)}
        instead={
          <ProductSketch
            product={request.product}
            colour={request.colour.hex}
            design={design?.thumbnail_url}
            size={size ?? 'medium'}
            className="w-[88%]"
          />
        }
      >
        {(preview) => (
          <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 text-[13px] text-pencil">
            <span className="min-w-0 truncate font-medium text-ink">{name}</span>
            <span role="status">{captionOf(preview, choices.style === null || choices.background === null)}</span>
          </figcaption>
        )}
      </PreviewCanvas>
    </figure>
  )
}

function captionOf({ state, scene }: Preview, isOpen: boolean): string {
  if (state === 'no-plate') return 'There is no photograph of this combination yet: this is a sketch'
  if (state === 'failed') return 'The preview could not be drawn: this is a sketch'
  if (scene && isOpen) return `Shown as ${labelOf(scene.style)}, ${labelOf(scene.background)} until you choose`
  return 'Live preview, free of charge'
}
