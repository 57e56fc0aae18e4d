import { useState } from 'react'
import { ImageOff } from 'lucide-react'
import { THUMBNAIL_SIDES } from '@printroom/contract/limits'
import { cn } from '~/lib/cn.ts'

type PictureProps = {
  src: string
  alt: string
  /** A thumbnail in a grid of cards: fetched in the size it is shown at. */
  isCard?: boolean
  fit?: 'cover' | 'contain'
  /** Fetched only when it is nearly in sight. */
  isLazy?: boolean
  /** In sight when the page opens, and so fetched before others. */
  isFirst?: boolean
  className?: string
}

/** Two in a row on a phone and beside an open sidebar on a tablet, four at most 288 pixels wide on a desk. */
const CARD_SIZES = '(min-width: 1280px) 288px, (min-width: 768px) 36vw, calc(50vw - 22px)'

const FITS = {
  cover: 'absolute inset-0 size-full object-cover',
  contain: 'absolute inset-0 size-full object-contain p-[8%]',
} as const

const cardSources = (src: string): string =>
  `${src}${src.includes('?') ? '&' : '?'}side=${THUMBNAIL_SIDES.card} ${THUMBNAIL_SIDES.card}w, ${src} ${THUMBNAIL_SIDES.stored}w`

const NOTHING = { __html: '' }

/**
 * Stands where a picture will be, and tells `public/first.js` how to show it here as soon as its address is known: the HTML
 * attributes of the `<img>`, with `{src}` for the address. What is put in here is not React's, which leaves it alone.
 */
export function PicturePlace({
  isCard = false,
  fit = 'cover',
  className,
}: Pick<PictureProps, 'isCard' | 'fit' | 'className'>) {
  const attributes = {
    class: cn(fit === 'contain' && 'light-table', FITS[fit]),
    ...(isCard && { sizes: CARD_SIZES, srcset: cardSources('{src}') }),
    src: '{src}',
  }
  return (
    <div
      aria-hidden="true"
      data-picture={JSON.stringify(attributes)}
      dangerouslySetInnerHTML={NOTHING}
      suppressHydrationWarning
      className={cn('relative aspect-square animate-sheen overflow-hidden rounded-md bg-shade', className)}
    />
  )
}

/** A square picture whose place is kept while it loads, with a thin edge that holds in the dark. */
export function Picture({
  src,
  alt,
  isCard = false,
  fit = 'cover',
  isLazy = true,
  isFirst = !isLazy,
  className,
}: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span
      className={cn(
        'relative block aspect-square overflow-hidden rounded-md',
        fit === 'contain' ? 'light-table' : 'bg-shade',
        className,
      )}
    >
      {isBroken ? (
        <span className="absolute inset-0 grid place-items-center text-pencil">
          <ImageOff aria-hidden="true" className="size-6" />
          <span className="sr-only">{alt}: this picture could not be loaded</span>
        </span>
      ) : (
        <img
          sizes={isCard ? CARD_SIZES : undefined}
          srcSet={isCard ? cardSources(src) : undefined}
          src={src}
          alt={alt}
          width={512}
          height={512}
          loading={isLazy ? 'lazy' : 'eager'}
          fetchPriority={isFirst ? 'high' : undefined}
          decoding="async"
          onError={() => setBroken(true)}
          className={FITS[fit]}
        />
      )}
      <span className="pointer-events-none absolute inset-0 rounded-[inherit] shadow-[inset_0_0_0_1px_var(--picture-edge)]" />
    </span>
  )
}
