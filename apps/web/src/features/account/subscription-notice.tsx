import { CalendarClock, CircleAlert } from 'lucide-react'
import { BILLING } from '@printroom/contract/messages'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { formatDate } from '~/lib/format.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc, type Outputs } from '~/lib/trpc.ts'

type NoticeProps = { account: Outputs['user']['get']; portal: { isOpening: boolean; open: () => void } }

/** What the person has to know of their plan now, with its date and the one thing to do about it. */
export function SubscriptionNotice({ account, portal }: NoticeProps) {
  const utils = trpc.useUtils()
  const resume = trpc.billing.resume.useMutation({
    onSuccess: async () => {
      await utils.user.get.invalidate()
      addToast({ title: 'Subscription resumed', description: 'Your plan renews as before.' })
    },
    onError: (error) => addErrorToast(errorSentence(error, BILLING.resumeFailed)),
  })
  if (account.subscription_status === 'past_due')
    return (
      <Alert
        variant="warning"
        icon={<CircleAlert />}
        title="Your last payment failed"
        className="mt-5"
        action={
          <Button size="sm" disabled={portal.isOpening} onClick={portal.open}>
            {portal.isOpening && <Spinner />} Update card
          </Button>
        }
      >
        {account.payment_retry_at
          ? `We try your card again on ${formatDate(account.payment_retry_at)}. Your credits stay; new ones come with the payment.`
          : 'Your credits stay; new ones come with the payment.'}
      </Alert>
    )
  if (account.subscription_ends_at)
    return (
      <Alert
        icon={<CalendarClock />}
        title={`Your plan ends on ${formatDate(account.subscription_ends_at)}`}
        className="mt-5"
        action={
          <Button size="sm" variant="secondary" disabled={resume.isPending} onClick={() => resume.mutate({})}>
            {resume.isPending && <Spinner />} Resume Subscription
          </Button>
        }
      >
        Unused plan credits end with it. Top-up credits stay.
      </Alert>
    )
  return null
}
