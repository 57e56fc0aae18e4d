import { labelOf } from '@printroom/contract/catalogue'
import type { GenerationWire } from '@printroom/contract/wire'
import { Picture } from '~/components/picture.tsx'
import { Progress } from '~/components/progress.tsx'
import { CancelButton } from '~/features/generate/cancel-button.tsx'
import { progressText } from '~/features/generate/progress-text.ts'
import { useTimeLeft } from '~/features/generate/use-time-left.ts'
import type { Variation } from '~/features/generate/run.ts'

type VariationTilesProps = {
  /** What this tab has ordered, if it has. */
  variations: readonly Variation[]
  /** What is being made of the same choices, whoever ordered it. */
  underWay: readonly GenerationWire[]
}

/** A tile a variation: its place in line, its percentage, and its picture as soon as that is done. */
export function VariationTiles({ variations, underWay }: VariationTilesProps) {
  const settled = variations.filter(({ state }) => state !== 'working')
  // An order is known to the server a moment after it was sent.
  const working = Math.max(variations.length - settled.length, underWay.length)
  const left = useTimeLeft(underWay)
  return (
    <section aria-label="Your mockups in the making">
      <p role="status" className="text-sm text-pencil tabular-nums">
        {settled.length} of {settled.length + working} done. {left && `${left}; you`}
        {!left && 'You'} can leave this page.
      </p>
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {settled.map((variation) => (
          <li key={variation.key}>
            <SettledTile variation={variation} />
          </li>
        ))}
        {Array.from({ length: working }, (_, at) => (
          <li key={at}>
            <WorkingTile generation={underWay[at]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SettledTile({ variation: { answer, state } }: { variation: Variation }) {
  if (answer && 'thumbnail_url' in answer) {
    return (
      <Picture
        src={answer.thumbnail_url}
        alt={`${labelOf(answer.product)}, done`}
        className="animate-fade-in rounded-lg"
      />
    )
  }
  const words = {
    late: 'Takes longer; it will be in My Mockups',
    cancelled: 'Cancelled, not charged',
    lost: 'Not ordered, not charged',
  }
  return (
    <p className="grid aspect-square place-items-center rounded-lg border bg-paper p-3 text-center text-[13px] text-pencil">
      {state in words ? words[state as keyof typeof words] : 'Failed, not charged'}
    </p>
  )
}

function WorkingTile({ generation }: { generation: GenerationWire | undefined }) {
  return (
    <div className="flex aspect-square flex-col justify-end rounded-lg border bg-paper p-3">
      {generation && <CancelButton generation={generation} className="-mt-1 -mr-1 mb-auto self-end" />}
      <p className="mb-2 text-[13px] text-pencil tabular-nums">{progressText(generation)}</p>
      <Progress value={generation?.progress ?? 0} label={progressText(generation)} />
    </div>
  )
}
