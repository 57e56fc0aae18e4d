import { useDeferredValue, useMemo, useState } from 'react'
import { Search } from 'lucide-react'
import type { Colour } from '@printroom/contract/colours'
import { Button } from '~/components/button.tsx'
import { Input } from '~/components/input.tsx'
import { ColourSwatches } from '~/features/catalogue/colour-swatches.tsx'
import { searchColours } from '~/features/catalogue/search-colours.ts'
import { useIsMobile } from '~/lib/media-query.ts'

/** Six rows on a phone. */
const FIRST = 24

type ColourGridProps = {
  colours: readonly Colour[]
  chosen: readonly string[]
  onToggle: (value: string) => void
  isMultiple?: boolean
}

/** Every colour on offer by name, found by label or value. */
export function ColourGrid({ colours, chosen, onToggle, isMultiple = false }: ColourGridProps) {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const found = useMemo(() => searchColours(colours, wanted), [colours, wanted])
  const [isAll, setAll] = useState(false)
  const isMobile = useIsMobile()
  // A list of its own to scroll would hold the page fast under a thumb: there the first stand, with what is chosen.
  const shown = useMemo(
    () => (!isMobile || isAll ? found : found.filter(({ value }, at) => at < FIRST || chosen.includes(value))),
    [found, isMobile, isAll, chosen],
  )
  return (
    <div>
      <div className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-pencil" />
        <Input
          type="search"
          aria-label="Search colors"
          placeholder={`Search ${colours.length} colors`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="pl-9"
        />
      </div>
      <p role="status" className="sr-only">
        {wanted && `${found.length} colors match`}
      </p>
      <div className="mt-3 rounded-lg border bg-paper p-2 md:max-h-[340px] md:overflow-y-auto">
        {found.length > 0 ? (
          <>
            <ColourSwatches colours={shown} chosen={chosen} onToggle={onToggle} isMultiple={isMultiple} />
            {shown.length < found.length && (
              <Button variant="secondary" size="sm" className="mt-2 w-full" onClick={() => setAll(true)}>
                Show all {found.length} colors
              </Button>
            )}
          </>
        ) : (
          <p className="px-2 py-10 text-center text-sm text-pencil">
            No colors match “{wanted.trim()}”. Try another name.
          </p>
        )}
      </div>
    </div>
  )
}
