import { Check } from 'lucide-react'
import { SCENE_STAGES, type SceneWire } from '@printroom/contract/scenes'
import { Progress } from '~/components/progress.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { stageInWords } from '~/features/scenes/scene-words.ts'
import { cn } from '~/lib/cn.ts'

/** What is being done with a photograph, what is done and what is to come. */
export function Measuring({ scene: { stage, progress } }: { scene: SceneWire }) {
  const at = SCENE_STAGES.indexOf(stage)
  return (
    <section aria-labelledby="measuring" className="rounded-lg border bg-sheet p-5 sm:p-6">
      <h2 id="measuring" className="font-display text-lg leading-tight font-medium">
        Measuring your file
      </h2>
      <p className="mt-1 text-sm text-pencil">About half a minute. You can leave this page; it goes on.</p>
      <Progress value={progress} label="Measuring" className="mt-5" />
      <ol className="mt-5 space-y-2.5 text-sm">
        {SCENE_STAGES.map((each, place) => (
          <li
            key={each}
            aria-current={place === at ? 'step' : undefined}
            className={cn('flex items-center gap-3', place === at ? 'font-medium' : 'text-pencil')}
          >
            <span className="grid size-5 shrink-0 place-items-center">
              {place < at ? (
                <Check aria-label="Done" role="img" className="size-4 text-green" />
              ) : place === at ? (
                <Spinner />
              ) : (
                <span className="size-1.5 rounded-full bg-edge" />
              )}
            </span>
            {stageInWords(each)}
          </li>
        ))}
      </ol>
    </section>
  )
}
