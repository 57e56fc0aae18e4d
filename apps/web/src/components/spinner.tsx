import { LoaderCircle } from 'lucide-react'
import { cn } from '~/lib/cn.ts'

export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn('size-4 animate-spin', className)} />
}

export function PageSpinner() {
  return (
    <div role="status" className="grid min-h-svh place-items-center text-pencil">
      <Spinner className="size-6" />
      <span className="sr-only">Loading</span>
    </div>
  )
}
