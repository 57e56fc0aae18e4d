import { cn } from '~/lib/cn.ts'

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('animate-sheen rounded-md bg-shade', className)} />
}
