import { labelOf } from '@printroom/contract/catalogue'
import type { GenerationWire } from '@printroom/contract/wire'
import { Picture } from '~/components/picture.tsx'
import { Progress } from '~/components/progress.tsx'
import { CancelButton } from '~/features/generate/cancel-button.tsx'
import { stageText } from '~/features/generate/stage-text.ts'
import { useActiveGenerations } from '~/features/generate/use-active-generations.ts'
import type { Run, Variation } from '~/features/generate/use-generate.ts'

/** A tile a variation: its place in line, its percentage, and its picture as soon as that is done. */
export function VariationTiles({ run }: { run: Run }) {
  const settled = run.variations.filter(({ state }) => state !== 'working')
  const working = run.variations.length - settled.length
  // Oldest first: what was ordered before this run stands before it.
  const active = useActiveGenerations(true).slice(-Math.max(1, working))
  return (
    <section aria-label="Your mockups in the making">
      <p role="status" className="text-sm text-pencil tabular-nums">
        {settled.length} of {run.variations.length} done. This usually takes less than a minute; you can leave this page.
      </p>
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {settled.map((variation) => (
          <li key={variation.key}>
            <SettledTile variation={variation} />
          </li>
        ))}
        {Array.from({ length: working }, (_, at) => (
          <li key={at}>
            <WorkingTile generation={active[at]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SettledTile({ variation: { answer, state } }: { variation: Variation }) {
  if (answer && 'thumbnail_url' in answer) {
    return <Picture src={answer.thumbnail_url} alt={`${labelOf(answer.product)}, done`} className="animate-fade-in rounded-lg" />
  }
  const words = state === 'late' ? 'Takes longer; it will be in My Mockups' : state === 'cancelled' ? 'Cancelled, not charged' : 'Failed, not charged'
  return <p className="grid aspect-square place-items-center rounded-lg border bg-paper p-3 text-center text-[13px] text-pencil">{words}</p>
}

function WorkingTile({ generation }: { generation: GenerationWire | undefined }) {
  return (
    <div className="flex aspect-square flex-col justify-end rounded-lg border bg-paper p-3">
      {generation && <CancelButton generation={generation} className="-mt-1 -mr-1 mb-auto self-end" />}
      <p className="mb-2 text-[13px] text-pencil tabular-nums">{stageText(generation)}</p>
      <Progress value={generation?.progress ?? 0} label={stageText(generation)} />
    </div>
  )
}
