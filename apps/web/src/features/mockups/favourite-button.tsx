import { Star } from 'lucide-react'
import type { MockupWire } from '@printroom/contract/wire'
import { useFavourite } from '~/features/mockups/use-favourite.ts'
import { cn } from '~/lib/cn.ts'

/** The star of a card: given and taken at once, and as it was where that failed. */
export function FavouriteButton({ mockup, name, className }: { mockup: MockupWire; name: string; className?: string }) {
  const setFavourite = useFavourite()
  const { id, is_favourite: isFavourite } = mockup
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-label={`Favorite ${name}`}
      title="Favorite"
      onClick={() => setFavourite({ id, is_favourite: !isFavourite })}
      className={cn(
        'grid size-8 place-items-center rounded-full bg-sheet/85 text-pencil shadow-sheet transition-colors duration-150 hover:bg-sheet hover:text-ink',
        isFavourite && 'text-cyan hover:text-cyan-deep',
        className,
      )}
    >
      <Star aria-hidden="true" className={cn('size-4', isFavourite && 'fill-current')} />
    </button>
  )
}
