import { PRODUCT_NAME } from '@printroom/contract/product-name'
import { cn } from '~/lib/cn.ts'

/** Three inks that overlap, and the name. */
export function Inks({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cn('size-6 shrink-0', className)}>
      <g className="mix-blend-multiply dark:mix-blend-screen">
        <circle cx="9" cy="9" r="6.5" fill="#1aa0c8" fillOpacity=".9" />
        <circle cx="15" cy="9" r="6.5" fill="#e5487d" fillOpacity=".8" />
        <circle cx="12" cy="14.6" r="6.5" fill="#f3c340" fillOpacity=".85" />
      </g>
    </svg>
  )
}

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn('flex items-center gap-2 font-display text-lg font-medium tracking-[-0.01em]', className)}>
      <Inks />
      {PRODUCT_NAME}
    </span>
  )
}
