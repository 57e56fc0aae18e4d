import { useEffect, useState } from 'react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CircleCheck, Hourglass, Undo2 } from 'lucide-react'
import { PLANS, type Plan } from '@printroom/contract/plans'
import { Alert } from '~/components/alert.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { countOf, formatCents } from '~/lib/format.ts'
import { trpc, type Outputs } from '~/lib/trpc.ts'

/** After this long the person is told that they need not stay. */
const LONG_MS = 20_000
const route = getRouteApi('/_app/account')

/** For somebody who comes back from Stripe: waits for its word, and puts the new balance everywhere on the page. */
export function PaymentReturn() {
  const { checkout, changed, from } = route.useSearch()
  const navigate = useNavigate()
  const [coming] = useState({ checkout, plan: PLANS.find(({ id }) => id === changed), from })
  useEffect(() => {
    // A reload later on must not wait again.
    if (checkout || changed || from) void navigate({ to: '/account', search: {}, replace: true })
  }, [checkout, changed, from, navigate])
  if (coming.checkout) return <Waiting sessionId={coming.checkout} />
  if (coming.plan) return <Waiting plan={coming.plan} />
  if (coming.from) return <Following />
  return null
}

/** What was changed in the portal is told by a webhook, a moment later: the page follows the account for a while, in silence. */
function Following() {
  const utils = trpc.useUtils()
  const isOver = useIsLong(true)
  trpc.billing.watch.useSubscription(
    {},
    {
      enabled: !isOver,
      onData({ account }) {
        void showAccount(utils, account)
        void utils.user.statement.invalidate()
      },
    },
  )
  return null
}

function Waiting({ sessionId, plan }: { sessionId?: string; plan?: Plan }) {
  const utils = trpc.useUtils()
  const [message, setMessage] = useState<Message | null>(null)
  const isLong = useIsLong(message === null)
  trpc.billing.watch.useSubscription(
    { session_id: sessionId },
    {
      enabled: message === null,
      onData({ is_complete, credits_granted, cents_refunded, account }) {
        void showAccount(utils, account)
        const told = sessionId
          ? is_complete
            ? purchaseMessage(credits_granted, cents_refunded)
            : null
          : plan
            ? changeMessage(plan, account.subscription_plan)
            : null
        if (!told) return
        setMessage(told)
        void utils.user.statement.invalidate()
      },
    },
  )
  if (message)
    return (
      <Alert
        icon={message.isRefund ? <Undo2 /> : <CircleCheck />}
        title={message.isRefund ? 'You have a plan already' : 'Thank you'}
        className="mb-4"
      >
        {message.text}
      </Alert>
    )
  return (
    <Alert icon={isLong ? <Hourglass /> : <Spinner />} title="Confirming your payment" className="mb-4">
      {isLong
        ? 'This takes longer than usual. You need not wait here: what you paid for appears by itself.'
        : 'This takes a few seconds. Your balance changes here by itself.'}
    </Alert>
  )
}

/** Puts the account in every part of the page. A question still under way was asked before the change: its answer may not replace this one. */
async function showAccount({ user }: ReturnType<typeof trpc.useUtils>, account: Outputs['user']['get']): Promise<void> {
  await user.get.cancel()
  user.get.setData(undefined, account)
}

type Message = { text: string; isRefund?: boolean }

function purchaseMessage(credits: number, centsRefunded: number): Message {
  if (centsRefunded > 0)
    return {
      isRefund: true,
      text: `This second payment of ${formatCents(centsRefunded)} goes back to your card in full, within 5 to 10 days. Your plan and your credits stay as they are.`,
    }
  return { text: credits > 0 ? `${countOf(credits, 'credit')} are yours.` : 'Your payment has arrived.' }
}

/** A dearer plan is there at once; a cheaper one comes with the next cycle, so there is nothing to wait for. */
function changeMessage(wanted: Plan, current: string): Message | null {
  if (wanted.id === current) return { text: `You are on the ${wanted.name} plan now.` }
  const now = PLANS.find(({ id }) => id === current)
  return now && now.priceCents > wanted.priceCents
    ? { text: `Your plan changes to ${wanted.name} with the next cycle. Until then ${now.name} stays.` }
    : null
}

function useIsLong(isRunning: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [isRunning])
  return isLong
}
