import { labelOf } from '@printroom/contract/catalogue'
import { Progress } from '~/components/progress.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { CancelButton } from '~/features/generate/cancel-button.tsx'
import { progressText } from '~/features/generate/progress-text.ts'
import { useTimeLeft } from '~/features/generate/use-time-left.ts'
import { useWatchedGenerations } from '~/features/generate/use-active-generations.ts'

/** Mockups that are not done yet; each joins the others below by itself. */
export function InTheMaking() {
  const active = useWatchedGenerations()
  const left = useTimeLeft(active)
  if (active.length === 0) return null
  return (
    <section aria-label="In the making" className="mb-8">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-display text-lg font-medium">In the making</h2>
        <p className="text-sm text-pencil tabular-nums">{left}</p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {active.map((generation) => (
          <li key={generation.id} className="rounded-lg border bg-sheet p-4">
            <p className="flex flex-wrap justify-between gap-x-3 text-sm">
              <span className="font-medium">
                {colourName(generation.colour).label} {labelOf(generation.product)}
              </span>
              <span className="whitespace-nowrap text-pencil tabular-nums">{progressText(generation)}</span>
            </p>
            <Progress value={generation.progress} label={progressText(generation)} className="mt-3" />
            <CancelButton generation={generation} className="mt-2 -mb-2 -ml-3" />
          </li>
        ))}
      </ul>
    </section>
  )
}
