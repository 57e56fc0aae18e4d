import { Progress as Radix } from 'radix-ui'
import { cn } from '~/lib/cn.ts'

export function Progress({ value, label, className }: { value: number; label: string; className?: string }) {
  return (
    <Radix.Root
      value={value}
      aria-label={label}
      className={cn('h-1.5 w-full overflow-hidden rounded-full bg-shade', className)}
    >
      <Radix.Indicator
        className="h-full rounded-full bg-cyan transition-[width] duration-200 ease-out"
        style={{ width: `${value}%` }}
      />
    </Radix.Root>
  )
}
