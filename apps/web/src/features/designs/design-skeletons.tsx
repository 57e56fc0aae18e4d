import { DESIGN_SKELETONS } from '@printroom/contract/limits'
import { Skeleton } from '~/components/skeleton.tsx'

const SLOTS = Array.from({ length: DESIGN_SKELETONS }, (_, slot) => slot)

export const DesignSkeletons = () => (
  <div role="status" aria-label="Loading designs">
    <DesignSlots />
  </div>
)

export const DesignSlots = () => (
  <div className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-3 xl:grid-cols-4">
    {SLOTS.map((slot) => (
      <div key={slot} data-testid="design-skeleton">
        <Skeleton className="aspect-square rounded-lg" />
        <Skeleton className="mt-3 h-4 w-3/4" />
        <Skeleton className="mt-2 h-3.5 w-1/2" />
        <Skeleton className="mt-3 h-8 w-full" />
      </div>
    ))}
  </div>
)
