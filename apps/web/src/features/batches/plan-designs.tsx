import { Suspense, lazy, useMemo, useState } from 'react'
import { Images, Search } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { CheckCard } from '~/components/choice-card.tsx'
import { Input } from '~/components/input.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { Picture } from '~/components/picture.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { changePlan } from '~/features/batches/plan-store.ts'
import { PlanSection } from '~/features/batches/plan-section.tsx'
import { SampleButton } from '~/features/designs/sample-button.tsx'
import { useDesigns } from '~/features/designs/use-designs.ts'
import { countOf, formatNumber } from '~/lib/format.ts'

const UploadManyDialog = lazy(() => import('~/features/designs/upload-many-dialog.tsx'))
const GRID = 'grid grid-cols-3 gap-2 sm:grid-cols-4 md:grid-cols-5 lg:grid-cols-4 xl:grid-cols-6'
/** Fewer are found by looking. */
const SEARCHED_FROM = 9

export function PlanDesigns({ chosen }: { chosen: readonly string[] }) {
  const { designs, isError, refetch, more } = useDesigns()
  const [search, setSearch] = useState('')
  const [isUploading, setUploading] = useState(false)
  const wanted = search.trim().toLowerCase()
  const found = useMemo(
    () => designs?.filter(({ filename }) => filename.toLowerCase().includes(wanted)) ?? [],
    [designs, wanted],
  )
  const picked = useMemo(() => new Set(chosen), [chosen])
  const isAll = found.length > 0 && found.every(({ id }) => picked.has(id))
  const choose = (designIds: readonly string[]): void => changePlan({ designIds })
  const toggle = (id: string): void => choose(picked.has(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  const toggleAll = (): void => {
    const ids = found.map(({ id }) => id)
    choose(isAll ? chosen.filter((id) => !ids.includes(id)) : [...new Set([...chosen, ...ids])])
  }
  return (
    <PlanSection
      title="Designs"
      note={
        chosen.length > 0
          ? `${countOf(chosen.length, 'design')} chosen.`
          : 'Each is shown on every product you add below.'
      }
      action={
        <div className="flex flex-wrap gap-2">
          {found.length > 1 && (
            <Button variant="secondary" size="sm" onClick={toggleAll} className="max-sm:order-last">
              {isAll ? 'Choose none' : wanted ? `Choose these ${formatNumber(found.length)}` : 'Choose all'}
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={() => setUploading(true)}>
            <Images /> Upload Many
          </Button>
        </div>
      }
    >
      {isError && <LoadError what="your designs" onRetry={() => void refetch()} />}
      {!designs && !isError && <DesignSlots />}
      {designs?.length === 0 && (
        <div className="flex flex-col items-center gap-4 rounded-lg border border-dashed px-4 py-8 text-center">
          <p className="text-pencil">No designs yet. Upload a folder of PNGs, or begin with samples.</p>
          <SampleButton />
        </div>
      )}
      {designs && designs.length >= SEARCHED_FROM && (
        <div className="relative mb-3">
          <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-pencil" />
          <Input
            type="search"
            aria-label="Search designs"
            placeholder="Search designs by name"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="pl-9"
          />
        </div>
      )}
      {designs && designs.length > 0 && (
        <>
          <div role="group" aria-label="Designs" className={GRID}>
            {found.map(({ id, filename, thumbnail_url: thumbnail }) => (
              <CheckCard
                key={id}
                label={filename}
                isChecked={picked.has(id)}
                onToggle={() => toggle(id)}
                className="min-w-0 p-1.5"
              >
                <Picture src={thumbnail} alt="" fit="contain" />
                <span className="mt-1.5 block truncate px-0.5 text-xs font-medium">{filename}</span>
              </CheckCard>
            ))}
          </div>
          {found.length === 0 && (
            <p className="py-8 text-center text-sm text-pencil">No designs match “{search.trim()}”.</p>
          )}
          <LoadMore what="your designs" more={more}>
            <DesignSlots />
          </LoadMore>
        </>
      )}
      <Suspense>{isUploading && <UploadManyDialog onClose={() => setUploading(false)} />}</Suspense>
    </PlanSection>
  )
}

const DesignSlots = () => (
  <div className={GRID}>
    {Array.from({ length: 6 }, (_, slot) => (
      <Skeleton key={slot} className="aspect-square" />
    ))}
  </div>
)
