import { Link } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'
import { requestOf } from '~/features/generate/request-of.ts'
import { isSameOrder } from '~/features/generate/same-order.ts'
import { useWatchedGenerations } from '~/features/generate/use-active-generations.ts'
import type { Wizard } from '~/features/generate/use-wizard.ts'
import { countOf } from '~/lib/format.ts'

/** Says what is being made that the step does not show itself. */
export function UnderWay({ wizard: { step, choices } }: { wizard: Wizard }) {
  const active = useWatchedGenerations()
  const shown = step === 6 ? requestOf(choices) : null
  const count = active.filter((generation) => !shown || !isSameOrder(generation, shown)).length
  if (count === 0) return null
  return (
    <Alert
      icon={<Images />}
      title={`${countOf(count, shown ? 'other mockup' : 'mockup')} in the making`}
      className="mb-6"
      action={
        <Button asChild variant="secondary" size="sm">
          <Link to="/mockups">Watch in My Mockups</Link>
        </Button>
      }
    />
  )
}
