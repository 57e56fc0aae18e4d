import { useDeferredValue, useMemo, useState } from 'react'
import { Search } from 'lucide-react'
import type { Colour } from '@printroom/contract/colours'
import { Input } from '~/components/input.tsx'
import { ColourSwatches } from '~/features/catalogue/colour-swatches.tsx'
import { searchColours } from '~/features/catalogue/search-colours.ts'

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
      <div className="mt-3 max-h-[340px] overflow-y-auto rounded-lg border bg-paper p-2">
        {found.length > 0 ? (
          <ColourSwatches colours={found} chosen={chosen} onToggle={onToggle} isMultiple={isMultiple} />
        ) : (
          <p className="px-2 py-10 text-center text-sm text-pencil">
            No colors match “{wanted.trim()}”. Try another name.
          </p>
        )}
      </div>
    </div>
  )
}
