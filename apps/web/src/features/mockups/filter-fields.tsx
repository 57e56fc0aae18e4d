import { useId } from 'react'
import { FRONT, labelOf, PRODUCTS } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import type { FacetWire } from '@printroom/contract/mockup-filters'
import { Input, Label } from '~/components/input.tsx'
import { Select } from '~/components/select.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import type { FilterName, Filters } from '~/features/mockups/filters.ts'
import { trpc } from '~/lib/trpc.ts'

export type Change = (change: Partial<Filters>) => void

/** A field for each of the filters, with what there is to choose from. */
export function FilterFields({ filters, onChange }: { filters: Filters; onChange: Change }) {
  const { data } = trpc.mockup.facets.useQuery()
  const field = (name: FilterName, all: string, label: string, facets: readonly Named[] = []) => (
    <Select
      label={label}
      isLabelled
      value={String(filters[name] ?? '')}
      onChange={(value) => onChange({ [name]: value || undefined })}
    >
      <option value="">{all}</option>
      {withChosen(facets, filters[name]).map(({ value, name: shown, count }) => (
        <option key={value} value={value}>
          {count === undefined ? shown : `${shown} (${count})`}
        </option>
      ))}
    </Select>
  )
  return (
    <>
      {field(
        'design',
        'All designs',
        'Design',
        data?.designs.map(({ value, filename, count }) => ({ value, name: filename, count })),
      )}
      {field('product', 'All products', 'Product', data?.products.map(labelled))}
      {field(
        'colour',
        'All colors',
        'Color',
        data?.colours.map((facet) => ({ ...facet, name: colourOf(facet.value) })),
      )}
      {field('style', 'All styles', 'Style', data?.styles.map(labelled))}
      {field('background', 'All backgrounds', 'Background', data?.backgrounds.map(labelled))}
      {/* Most sellers print fronts alone, and have nothing to choose. */}
      {(filters.side ?? data?.sides.some(({ value }) => value !== FRONT)) &&
        field('side', 'All sides', 'Side', data?.sides.map(labelled))}
      <Day label="From" value={filters.from} max={filters.to} onChange={(from) => onChange({ from })} />
      <Day label="To" value={filters.to} min={filters.from} onChange={(to) => onChange({ to })} />
      {data?.has_more_designs && (
        <p className="col-span-full text-[13px] text-pencil">
          The designs of your newest mockups. Search by name for the others.
        </p>
      )}
    </>
  )
}

type Named = { value: string; name: string; count?: number }

const labelled = (facet: FacetWire): Named => ({ ...facet, name: labelOf(facet.value) })

/** A colour by its name, with the product where no other comes in it: several have a white of their own. */
export function colourOf(value: string): string {
  const [buyer, another] = findColour(value)?.offeredFor ?? []
  const product = PRODUCTS.find((each) => each === buyer && !another)
  return [colourName(value).label, product && labelOf(product)].filter(Boolean).join(', ')
}

/** What an address asks for may have no mockup any more, or not be among those that are listed. */
const withChosen = (facets: readonly Named[], chosen: string | true | undefined): readonly Named[] =>
  typeof chosen !== 'string' || facets.some(({ value }) => value === chosen)
    ? facets
    : [{ value: chosen, name: labelOf(chosen) }, ...facets]

type DayProps = {
  label: string
  value: string | undefined
  min?: string
  max?: string
  onChange: (value: string | undefined) => void
}

function Day({ label, value = '', onChange, ...limits }: DayProps) {
  const id = useId()
  return (
    <span className="min-w-0">
      <Label htmlFor={id} className="text-[13px]">
        {label}
      </Label>
      <Input
        id={id}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="h-9 sm:text-[13px]"
        {...limits}
      />
    </span>
  )
}
