import { Link } from '@tanstack/react-router'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { CREDITS_PER_MOCKUP, LOW_CREDITS_BELOW } from '@printroom/contract/limits'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'
import { countOf } from '~/lib/format.ts'

/** Says so when credits are few or none, and leads to where that is mended: a failed card first, else the plans. */
export function CreditWarning({ credits, isPastDue }: { credits: number; isPastDue: boolean }) {
  if (credits >= LOW_CREDITS_BELOW) return null
  const isOut = credits < CREDITS_PER_MOCKUP
  return (
    <Alert
      variant={isOut ? 'destructive' : 'warning'}
      icon={isOut ? <CircleAlert /> : <TriangleAlert />}
      title={isOut ? 'Out of Credits' : 'Low Credits'}
      action={
        <Button asChild size="sm" variant={isOut ? 'primary' : 'secondary'}>
          {isPastDue ? <Link to="/account">Update card</Link> : <Link to="/pricing">Buy Credits</Link>}
        </Button>
      }
    >
      {isOut
        ? 'Each mockup costs 1 credit. Your choices are kept; come back to them.'
        : `You have ${countOf(credits, 'credit')} left. Each mockup costs 1 credit.`}
    </Alert>
  )
}
