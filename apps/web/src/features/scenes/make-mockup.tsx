import { Link } from '@tanstack/react-router'
import { Download, Images, WandSparkles } from 'lucide-react'
import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import { GENERATION } from '@printroom/contract/messages'
import type { SceneWire } from '@printroom/contract/scenes'
import type { MockupWire } from '@printroom/contract/wire'
import type { Choices } from '@printroom/contract/wizard'
import { Button } from '~/components/button.tsx'
import { Picture } from '~/components/picture.tsx'
import { Progress } from '~/components/progress.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { CreditWarning } from '~/features/generate/credit-warning.tsx'
import { progressText } from '~/features/generate/progress-text.ts'
import { useSceneOrder } from '~/features/scenes/use-scene-order.ts'
import { countOf, formatNumber } from '~/lib/format.ts'
import { trpc } from '~/lib/trpc.ts'

/** Where a mockup on a scene is ordered, and shown as soon as it is there. */
export function MakeMockup({ scene, choices }: { scene: SceneWire; choices: Choices }) {
  const { data: user } = trpc.user.get.useQuery()
  const { make, made, underWay, isMaking } = useSceneOrder(scene, choices)
  const credits = user?.credits ?? 0
  return (
    <section aria-label="Make a mockup" className="space-y-4 border-t pt-6">
      {user && <CreditWarning credits={credits} isPastDue={user.subscription_status === 'past_due'} />}
      {user && (isMaking || credits >= CREDITS_PER_MOCKUP) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button size="lg" disabled={isMaking} onClick={() => void make()} className="max-sm:w-full">
            {isMaking ? <Spinner /> : <WandSparkles />}
            {isMaking ? GENERATION.generating(1) : 'Make Mockup'}
          </Button>
          <p className="text-sm text-pencil tabular-nums">
            {isMaking
              ? 'A failed mockup gives its credit back.'
              : `Uses ${countOf(CREDITS_PER_MOCKUP, 'credit')} of your ${formatNumber(credits)}. A failed mockup costs nothing.`}
          </p>
        </div>
      )}
      {isMaking && (
        <div className="rounded-lg border bg-paper p-4 text-sm">
          <p role="status" className="text-pencil tabular-nums">
            {progressText(underWay)}
          </p>
          <Progress value={underWay?.progress ?? 0} label="Your mockup" className="mt-2" />
        </div>
      )}
      <p role="status" className="sr-only">
        {made.length > 0 && !isMaking && 'Your mockup is done.'}
      </p>
      {made.length > 0 && (
        <ul aria-label="Made just now" className="space-y-3">
          {made.map((mockup) => (
            <Made key={mockup.id} mockup={mockup} name={scene.name} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Made = ({ mockup, name }: { mockup: MockupWire; name: string }) => (
  <li className="flex flex-wrap items-center gap-4 rounded-lg border bg-paper p-3">
    <Picture src={mockup.thumbnail_url} alt={`Mockup on ${name}`} isLazy={false} className="w-28 shrink-0 sm:w-36" />
    <div className="min-w-0 flex-1">
      <p className="font-medium">Your mockup is done</p>
      <p className="text-sm text-pencil">It stands in My Mockups with your others.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button asChild size="sm">
          <a href={`${mockup.file_url}?download`} download>
            <Download /> Download
          </a>
        </Button>
        <Button asChild variant="secondary" size="sm">
          <Link to="/mockups" search={{ mockup: mockup.id }}>
            <Images /> Show in My Mockups
          </Link>
        </Button>
      </div>
    </div>
  </li>
)
