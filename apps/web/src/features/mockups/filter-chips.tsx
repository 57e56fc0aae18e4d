import { X } from 'lucide-react'
import { labelOf } from '@printroom/contract/catalogue'
import { Button } from '~/components/button.tsx'
import { colourOf, type Change } from '~/features/mockups/filter-fields.tsx'
import { type FilterName, type Filters, setFilters } from '~/features/mockups/filters.ts'
import { formatDate } from '~/lib/format.ts'
import { trpc } from '~/lib/trpc.ts'

type FilterChipsProps = { filters: Filters; found: string; onChange: Change; onClear: () => void }

/** What the list is filtered by, each with a press that takes it away; `found` says how much is left. */
export function FilterChips({ filters, found, onChange, onClear }: FilterChipsProps) {
  const { data } = trpc.mockup.facets.useQuery(undefined, { enabled: filters.design !== undefined })
  const designName = data?.designs.find(({ value }) => value === filters.design)?.filename ?? 'One design'
  const chips = setFilters(filters).map((name) => ({ name, words: wordsOf(name, filters, designName) }))
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <p role="status" className="mr-1 text-sm text-pencil tabular-nums">
        {found}
      </p>
      <ul aria-label="Filters" className="contents">
        {chips.map(({ name, words }) => (
          <li key={name} className="max-w-full">
            <button
              type="button"
              aria-label={`Remove filter: ${words}`}
              onClick={() => onChange({ [name]: undefined })}
              className="flex h-7 max-w-full items-center gap-1.5 rounded-full border bg-sheet pr-2 pl-3 text-[13px] transition-colors duration-150 hover:bg-shade"
            >
              <span className="truncate">{words}</span>
              <X aria-hidden="true" className="size-3.5 shrink-0 text-pencil" />
            </button>
          </li>
        ))}
      </ul>
      <Button variant="link" size="sm" className="px-1.5" onClick={onClear}>
        Clear filters
      </Button>
    </div>
  )
}

function wordsOf(name: FilterName, filters: Filters, designName: string): string {
  const value = String(filters[name])
  if (name === 'q') return `“${value}”`
  if (name === 'design') return designName
  if (name === 'colour') return colourOf(value)
  if (name === 'from') return `From ${dayOf(value)}`
  if (name === 'to') return `To ${dayOf(value)}`
  return name === 'favourites' ? 'Favorites' : labelOf(value)
}

/** A day without a time of its own is the same everywhere. */
const dayOf = (day: string): string => formatDate(`${day}T12:00:00`)
