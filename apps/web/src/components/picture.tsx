import { useState } from 'react'
import { ImageOff } from 'lucide-react'
import { cn } from '~/lib/cn.ts'

type PictureProps = {
  src: string
  alt: string
  fit?: 'cover' | 'contain'
  /** False for what is in sight when the page opens. */
  isLazy?: boolean
  className?: string
}

/** A square picture whose place is kept while it loads, with a thin edge that holds in the dark. */
export function Picture({ src, alt, fit = 'cover', isLazy = true, className }: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className={cn('relative block aspect-square overflow-hidden rounded-md', fit === 'contain' ? 'light-table' : 'bg-shade', className)}>
      {isBroken ? (
        <span className="absolute inset-0 grid place-items-center text-pencil">
          <ImageOff aria-hidden="true" className="size-6" />
          <span className="sr-only">{alt}: this picture could not be loaded</span>
        </span>
      ) : (
        <img
          src={src}
          alt={alt}
          width={512}
          height={512}
          loading={isLazy ? 'lazy' : 'eager'}
          fetchPriority={isLazy ? undefined : 'high'}
          decoding="async"
          onError={() => setBroken(true)}
          className={cn('absolute inset-0 size-full', fit === 'contain' ? 'object-contain p-[8%]' : 'object-cover')}
        />
      )}
      <span className="pointer-events-none absolute inset-0 rounded-[inherit] shadow-[inset_0_0_0_1px_var(--picture-edge)]" />
    </span>
  )
}
