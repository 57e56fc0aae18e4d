import { useId } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Info, TriangleAlert, WandSparkles } from 'lucide-react'
import type { BatchEstimateWire } from '@printroom/contract/batches'
import { BATCH_NAME_MAX_CHARS, CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import { GENERATION } from '@printroom/contract/messages'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'
import { Card, CardTitle } from '~/components/card.tsx'
import { Input, Label } from '~/components/input.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { changePlan, forgetPlan } from '~/features/batches/plan-store.ts'
import { leaveOut, missingIn, requestOfPlan, type Plan } from '~/features/batches/plan.ts'
import { useEstimate } from '~/features/batches/use-estimate.ts'
import { TooFewCredits } from '~/features/generate/too-few-credits.tsx'
import { errorCode, errorSentence } from '~/lib/api-error.ts'
import { countOf, formatNumber } from '~/lib/format.ts'
import { addInsufficientToast } from '~/lib/insufficient-toast.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** Refusals that are spelt out; the others are counted. */
const SPELT_OUT = 4

/** What the plan comes to, and the one press that orders it. `orderKey` makes a repeated press the same order. */
export function PlanSummary({ plan, orderKey }: { plan: Plan; orderKey: string }) {
  const request = requestOfPlan(plan)
  const { estimate, isCurrent, error, retry } = useEstimate(request)
  const { order, isOrdering } = useOrder()
  const [id, reason] = [useId(), useId()]
  const missing = missingIn(plan)
  const refused = estimate?.refused ?? []
  const isTooMuch = estimate !== undefined && estimate.missing > 0
  const isReady = missing === null && isCurrent && !!estimate && estimate.pictures > 0 && refused.length === 0
  return (
    <Card aria-labelledby={id} className="space-y-5">
      <div className="flex items-baseline justify-between gap-3">
        <CardTitle id={id}>This batch</CardTitle>
        {request && !isCurrent && !error && <Spinner />}
      </div>
      {error ? (
        <LoadError what="what this comes to" onRetry={retry} />
      ) : (
        <Figures estimate={request ? estimate : undefined} />
      )}
      {request && estimate && estimate.left_out.length > 0 && <LeftOut leftOut={estimate.left_out} />}
      {refused.length > 0 && <Refused plan={plan} refused={refused} />}
      <div>
        <Label htmlFor={`${id}-name`}>Name (optional)</Label>
        <Input
          id={`${id}-name`}
          value={plan.name}
          maxLength={BATCH_NAME_MAX_CHARS}
          placeholder="Autumn collection"
          onChange={(event) => changePlan({ name: event.target.value })}
        />
      </div>
      <div className="space-y-2">
        <Button
          size="lg"
          className="w-full"
          disabled={!isReady || isOrdering}
          {...(isReady && isTooMuch && { isRefused: true })}
          aria-describedby={reason}
          onClick={() => {
            if (!request || !estimate) return
            if (isTooMuch) addInsufficientToast(GENERATION.insufficient(estimate.credits, estimate.available))
            else order({ ...request, name: plan.name || undefined, idempotency_key: orderKey })
          }}
        >
          {isOrdering ? <Spinner /> : <WandSparkles />}
          {estimate && request ? `Order ${countOf(estimate.pictures, 'Mockup')}` : 'Order'}
        </Button>
        {isReady && isTooMuch ? (
          <TooFewCredits
            id={reason}
            credits={estimate.available}
            enoughFor={countOf(Math.floor(estimate.available / CREDITS_PER_MOCKUP), 'mockup')}
          />
        ) : (
          <p id={reason} className="text-sm text-pencil">
            {missing ??
              (refused.length > 0 ? 'Leave out what cannot be made first.' : 'A failed mockup costs nothing.')}
          </p>
        )}
      </div>
    </Card>
  )
}

function Figures({ estimate }: { estimate: BatchEstimateWire | undefined }) {
  const figures: [string, string][] = [
    ['Mockups', estimate ? formatNumber(estimate.pictures) : '0'],
    ...(estimate && estimate.free > 0
      ? ([['Yours already, free', formatNumber(estimate.free)]] as [string, string][])
      : []),
    ['Credits', estimate ? formatNumber(estimate.credits) : '0'],
    ['Ready in', estimate && estimate.pictures > 0 ? readyIn(estimate.minutes) : '–'],
  ]
  return (
    <dl aria-live="polite" className="divide-y text-sm tabular-nums">
      {figures.map(([name, value], at) => (
        <div key={name} className="flex items-baseline justify-between py-2">
          <dt className="text-pencil">{name}</dt>
          <dd className={at === 0 ? 'font-display text-2xl font-medium' : 'font-medium'}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function readyIn(minutes: number): string {
  if (minutes <= 1) return minutes === 0 ? 'No time' : 'About a minute'
  return `About ${formatNumber(minutes)} minutes`
}

function Refused({ plan, refused }: { plan: Plan; refused: BatchEstimateWire['refused'] }) {
  const mended = leaveOut(plan, refused)
  const canMend = JSON.stringify(mended) !== JSON.stringify(plan)
  const more = refused.length - SPELT_OUT
  return (
    <Alert
      variant="warning"
      icon={<TriangleAlert />}
      title={
        refused.length === 1 ? 'One thing cannot be made' : `${formatNumber(refused.length)} things cannot be made`
      }
      action={
        canMend && (
          <Button variant="secondary" size="sm" onClick={() => changePlan(mended)}>
            Leave them out
          </Button>
        )
      }
    >
      <ul className="space-y-1">
        {refused.slice(0, SPELT_OUT).map(({ where, error }) => (
          <li key={where}>{error}</li>
        ))}
        {more > 0 && <li>And {formatNumber(more)} more.</li>}
      </ul>
    </Alert>
  )
}

/** What of the pack these products do not have; nothing has to be done about it. */
const LeftOut = ({ leftOut }: { leftOut: BatchEstimateWire['left_out'] }) => (
  <Alert
    icon={<Info />}
    title={
      leftOut.length === 1
        ? 'One picture of the pack cannot be had'
        : `${formatNumber(leftOut.length)} pictures of the pack cannot be had`
    }
  >
    <ul className="space-y-1">
      {leftOut.slice(0, SPELT_OUT).map(({ where, error }) => (
        <li key={where}>{error}</li>
      ))}
      {leftOut.length > SPELT_OUT && <li>And {formatNumber(leftOut.length - SPELT_OUT)} more.</li>}
    </ul>
  </Alert>
)

/** Orders once: whatever goes wrong on the way, the same press again is the same order. */
function useOrder() {
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const { mutate: order, isPending: isOrdering } = trpc.batch.order.useMutation({
    onSuccess: (batch) => {
      forgetPlan()
      utils.batch.get.setData({ id: batch.id }, batch)
      void utils.batch.list.invalidate()
      void utils.user.get.invalidate()
      void navigate({ to: '/batches/$batchId', params: { batchId: batch.id } })
    },
    onError: (fault) => {
      const sentence = errorSentence(fault, 'The batch could not be ordered. Nothing was charged; try again.')
      if (errorCode(fault) === 'insufficient_credits') addInsufficientToast(sentence)
      else addErrorToast(sentence)
    },
  })
  return { order, isOrdering }
}
