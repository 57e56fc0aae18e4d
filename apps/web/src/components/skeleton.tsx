import { cn } from '~/lib/cn.ts'

type SkeletonProps = {
  className?: string
  /** Stands where a picture will be: `public/first.js` shows it here as soon as it is known. */
  isPicture?: boolean
}

export function Skeleton({ className, isPicture }: SkeletonProps) {
  return <div aria-hidden="true" data-picture={isPicture} className={cn('animate-sheen rounded-md bg-shade', isPicture && 'relative overflow-hidden', className)} />
}
