import { Suspense, lazy, useId, useState } from 'react'
import { SlidersHorizontal, Star } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Select } from '~/components/select.tsx'
import { FilterChips } from '~/features/mockups/filter-chips.tsx'
import { type Change, FilterFields } from '~/features/mockups/filter-fields.tsx'
import { type Filters, setFilters } from '~/features/mockups/filters.ts'
import { SearchField } from '~/features/mockups/search-field.tsx'
import { cn } from '~/lib/cn.ts'
import { useIsMobile } from '~/lib/media-query.ts'

const Sheet = lazy(() => import('~/components/sheet.tsx'))

type FilterBarProps = {
  filters: Filters
  /** How many mockups are left, in words; empty while nobody knows. */
  found: string
  onChange: Change
  onSearch: (q: string) => void
  onClear: () => void
}

/** Search, favourites and groups, and the filters below them: on a phone in a sheet. */
export function FilterBar({ filters, found, onChange, onSearch, onClear }: FilterBarProps) {
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const set = setFilters(filters)
  const inPanel = set.filter((name) => name !== 'q' && name !== 'favourites').length
  const fields = <FilterFields filters={filters} onChange={onChange} />
  return (
    <div className="mb-6">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField value={filters.q ?? ''} onChange={onSearch} />
        <div className="flex items-center gap-1.5 max-sm:basis-full sm:gap-2">
          <Button
            variant="secondary"
            className={cn('h-9 px-2.5 sm:px-3', filters.favourites && 'border-cyan')}
            aria-pressed={filters.favourites === true}
            onClick={() => onChange({ favourites: filters.favourites ? undefined : true })}
          >
            <Star aria-hidden="true" className={filters.favourites && 'fill-current text-cyan'} /> Favorites
          </Button>
          <Button
            variant="secondary"
            className="h-9 px-2.5 sm:px-3"
            aria-expanded={isOpen}
            aria-controls={isOpen && !isMobile ? panel : undefined}
            aria-haspopup={isMobile ? 'dialog' : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal aria-hidden="true" /> Filters{inPanel > 0 && ` (${inPanel})`}
          </Button>
          <Select
            label="Group by"
            value={filters.by ?? 'design'}
            onChange={(by) => onChange({ by: by === 'batch' ? by : undefined })}
            className="w-[8.25rem] max-sm:flex-1 max-sm:basis-32"
          >
            <option value="design">By design</option>
            <option value="batch">By batch</option>
          </Select>
        </div>
      </div>
      {!isMobile && isOpen && (
        <div
          id={panel}
          role="group"
          aria-label="Filters"
          className="mt-3 grid grid-cols-2 gap-3 rounded-lg border bg-sheet p-4 lg:grid-cols-4"
        >
          {fields}
        </div>
      )}
      {isMobile && isOpen && (
        <Suspense>
          <Sheet isOpen onOpenChange={setOpen} title="Filters" side="bottom">
            <h2 aria-hidden="true" className="px-5 pt-5 pb-3 font-display text-xl font-medium">
              Filters
            </h2>
            <div className="grid min-h-0 grid-cols-2 gap-3 overflow-y-auto px-5 pb-5">{fields}</div>
            <footer className="flex gap-2 border-t bg-paper px-5 py-3">
              <Button variant="secondary" className="flex-1" disabled={set.length === 0} onClick={onClear}>
                Clear filters
              </Button>
              <Button className="flex-1" onClick={() => setOpen(false)}>
                {found ? `Show ${found}` : 'Show mockups'}
              </Button>
            </footer>
          </Sheet>
        </Suspense>
      )}
      {set.length > 0 && <FilterChips filters={filters} found={found} onChange={onChange} onClear={onClear} />}
    </div>
  )
}
