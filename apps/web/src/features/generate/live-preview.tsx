import { Suspense, lazy, type ReactNode } from 'react'
import { labelOf } from '@printroom/contract/catalogue'
import { blankPicture } from '~/features/catalogue/blanks.ts'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { ProductSketch } from '~/features/catalogue/product-sketch.tsx'
import { previewOf } from '~/features/generate/preview-of.ts'
import type { Chooser } from '~/features/generate/use-wizard.ts'
import type { PreviewRequest } from '~/features/preview/messages.ts'
import { PreviewCanvas } from '~/features/preview/preview-canvas.tsx'
import type { Preview } from '~/features/preview/use-preview.ts'
import { cn } from '~/lib/cn.ts'
import { useHasRoomBeside } from '~/lib/media-query.ts'

const AdjustOverlay = lazy(async () => ({ default: (await import('~/features/generate/adjusting.tsx')).AdjustOverlay }))
const AdjustDialog = lazy(async () => ({ default: (await import('~/features/generate/adjusting.tsx')).AdjustDialog }))

/** In sight while what it shows is chosen: beside the choices, and above them where there is no room beside. */
const PLACE =
  'sticky z-10 max-lg:top-14 max-lg:-mx-4 max-lg:-mt-6 max-lg:flex max-lg:items-center max-lg:gap-4 max-lg:border-b max-lg:bg-paper max-lg:px-4 max-lg:py-2 sm:max-lg:-mx-6 sm:max-lg:-mt-8 sm:max-lg:px-6 lg:top-20'
/** Above the choices it takes, with the page's header of 3.5rem and its own edges, a third of the window. */
const SIDE = 'max-lg:w-[max(4rem,calc(33svh-4.75rem))] max-lg:shrink-0'

type LivePreviewProps = {
  wizard: Chooser
  /** A picture on a scene of the seller's own, and the address of what stands there until it is drawn. */
  onScene?: { request: PreviewRequest; waiting: string }
  children?: ReactNode
}

/** What a credit will buy, drawn with every choice by the compositor that makes the mockups. */
export function LivePreview({ wizard, onScene, children }: LivePreviewProps) {
  const { design, choices } = wizard
  const { product, colour, style, background, size } = choices
  const name = [colour && colourName(colour).label, product && labelOf(product)].filter(Boolean).join(' ')
  const request = onScene?.request ?? previewOf(choices, design)
  const isBeside = useHasRoomBeside()
  const label = `Preview: ${design?.filename ?? 'your design'}${name && ` on a ${name}`}`
  if (!request)
    return (
      <figure className={PLACE}>
        <div
          role="img"
          aria-label={label}
          className={cn('light-table grid aspect-square place-items-center overflow-hidden rounded-xl border', SIDE)}
        >
          {design && (
            <img src={design.thumbnail_url} alt="" width={320} height={320} className="size-3/5 object-contain" />
          )}
        </div>
        <figcaption className="min-w-0 truncate text-[13px] font-medium lg:mt-2">{design?.filename}</figcaption>
      </figure>
    )
  const picture = (className: string | undefined, caption: (preview: Preview) => ReactNode) => (
    <PreviewCanvas
      request={request}
      label={label}
      className={className}
      waiting={onScene?.waiting ?? blankPicture(request.product, style, background, request.side)}
      instead={
        <ProductSketch
          product={request.product}
          colour={request.colour.hex}
          design={design?.thumbnail_url}
          size={size ?? 'medium'}
          className="w-[88%]"
        />
      }
      renderOverlay={(lattice) =>
        wizard.isAdjusting && (
          <Suspense>
            <AdjustOverlay wizard={wizard} lattice={lattice} />
          </Suspense>
        )
      }
    >
      {caption}
    </PreviewCanvas>
  )
  if (wizard.isAdjusting && !isBeside)
    return (
      <figure className={PLACE}>
        <div className={cn('aspect-square rounded-xl border bg-sheet', SIDE)} />
        <Suspense>
          <AdjustDialog wizard={wizard} picture={picture(undefined, () => null)} />
        </Suspense>
      </figure>
    )
  return (
    <figure className={PLACE}>
      {picture(SIDE, (preview) => (
        <figcaption className="flex min-w-0 flex-wrap justify-between gap-x-4 text-[13px] text-pencil max-lg:flex-col lg:mt-2">
          <span className="min-w-0 font-medium text-ink lg:truncate">{name}</span>
          <span role="status">{captionOf(preview, !onScene && (style === null || background === null))}</span>
        </figcaption>
      ))}
      {children}
    </figure>
  )
}

function captionOf({ state, scene }: Preview, isOpen: boolean): string {
  if (state === 'no-plate') return 'There is no photograph of this combination yet: this is a sketch'
  if (state === 'failed') return 'The preview could not be drawn: this is a sketch'
  if (scene && isOpen) return `Shown as ${labelOf(scene.style)}, ${labelOf(scene.background)} until you choose`
  return 'Live preview, free of charge'
}
