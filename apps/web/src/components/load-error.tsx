import { RotateCw, TriangleAlert } from 'lucide-react'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'

/** What did not load, that nothing was lost, and the way to try again. */
export function LoadError({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <Alert
      variant="destructive"
      icon={<TriangleAlert />}
      title={`We could not load ${what}.`}
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          <RotateCw /> Try again
        </Button>
      }
    >
      Nothing was lost. Check your connection and try again.
    </Alert>
  )
}
