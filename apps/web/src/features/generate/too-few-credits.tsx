import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Button } from '~/components/button.tsx'
import { formatNumber } from '~/lib/format.ts'

type TooFewCreditsProps = {
  id: string
  credits: number
  /** What the credits are enough for. */
  enoughFor: string
  /** A press that asks for no more than that. */
  children?: ReactNode
}

/** Stands at an order that needs more credits than there are: how far they reach, and where there are more. */
export function TooFewCredits({ id, credits, enoughFor, children }: TooFewCreditsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p id={id} className="text-pencil tabular-nums">
        {credits === 1 ? 'Your 1 credit is' : `Your ${formatNumber(credits)} credits are`} enough for {enoughFor}.
      </p>
      {children}
      <Button asChild variant="link" size="sm" className="px-0">
        <Link to="/pricing">Buy Credits</Link>
      </Button>
    </div>
  )
}
