import { PicturePlace } from '~/components/picture.tsx'
import { Skeleton } from '~/components/skeleton.tsx'

const SLOTS = [0, 1, 2, 3, 4, 5, 6, 7]

export const MockupSkeletons = () => (
  <div role="status" aria-label="Loading mockups">
    <MockupSlots />
  </div>
)

export const MockupSlots = () => (
  <div className="grid grid-cols-2 gap-x-3 gap-y-6 sm:gap-x-4 lg:grid-cols-3 xl:grid-cols-4">
    {SLOTS.map((slot) => (
      <div key={slot}>
        <PicturePlace isCard className="rounded-lg" />
        <Skeleton className="mt-3 h-4 w-1/2" />
        <Skeleton className="mt-2 h-5 w-24 rounded-full" />
        <Skeleton className="mt-2 h-3.5 w-2/3" />
      </div>
    ))}
  </div>
)
