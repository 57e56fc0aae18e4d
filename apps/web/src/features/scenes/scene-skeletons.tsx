import { Skeleton } from '~/components/skeleton.tsx'

export const SCENE_GRID = 'grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-3 xl:grid-cols-4'
const SLOTS = Array.from({ length: 4 }, (_, slot) => slot)

export const SceneSkeletons = () => (
  <div role="status" aria-label="Loading scenes">
    <SceneSlots />
  </div>
)

export const SceneSlots = () => (
  <div className={SCENE_GRID}>
    {SLOTS.map((slot) => (
      <div key={slot} data-testid="scene-skeleton">
        <Skeleton className="aspect-square rounded-lg" />
        <Skeleton className="mt-3 h-4 w-3/4" />
        <Skeleton className="mt-2 h-3.5 w-1/2" />
      </div>
    ))}
  </div>
)
