import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { TriangleAlert, X } from 'lucide-react'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { statusText } from '~/features/designs/status-text.ts'
import { useTrialFile } from '~/features/trial/trial-file.ts'
import { forgetTrial, type Trial } from '~/features/trial/trial.ts'
import { useContinue } from '~/features/trial/use-continue.ts'

/** What was tried on before there was an account, until it is taken over or put away. */
export default function WaitingDesign({ trial }: { trial: Trial }) {
  const held = useTrialFile(trial.id)
  const { way, go } = useContinue(trial)
  const name = `“${trial.filename}” on a ${trial.words}`
  if (held === null || (way.state === 'failed' && !way.canRetry))
    return (
      <Alert
        icon={<TriangleAlert />}
        variant={held === null ? 'warning' : 'destructive'}
        title={`Your mockup is waiting: ${name}`}
        className="mb-4"
        action={
          <Actions>
            <Button asChild size="sm">
              <Link to="/try">Choose a PNG</Link>
            </Button>
          </Actions>
        }
      >
        {way.state === 'failed' ? way.problem : 'This browser has not kept the file.'} What you chose for it is kept.
      </Alert>
    )
  return (
    <Alert
      icon={
        <span className="light-table size-12 shrink-0 overflow-hidden rounded-md">
          {held && <img src={held.url} alt="" width={48} height={48} className="size-full object-contain p-1" />}
        </span>
      }
      title={`Your mockup is waiting: ${name}`}
      className="mb-4"
      action={
        <Actions isDisabled={way.state === 'sending'}>
          <Button size="sm" disabled={way.state === 'sending'} onClick={() => void go()}>
            {way.state === 'sending' && <Spinner />} {way.state === 'failed' ? 'Try again' : 'Continue to your mockup'}
          </Button>
        </Actions>
      }
    >
      <span className="tabular-nums">
        {way.state === 'sending'
          ? statusText(way.percent)
          : way.state === 'failed'
            ? `${way.problem} Nothing is lost: the file is kept in this browser.`
            : 'The file is still only in this browser. Going on uploads it.'}
      </span>
    </Alert>
  )
}

const Actions = ({ isDisabled = false, children }: { isDisabled?: boolean; children: ReactNode }) => (
  <div className="flex items-center gap-1">
    {children}
    <Button variant="ghost" size="icon-sm" aria-label="Not now" disabled={isDisabled} onClick={forgetTrial}>
      <X />
    </Button>
  </div>
)
