import type { ComponentProps, ReactNode } from 'react'
import { RadioGroup as Radix } from 'radix-ui'
import { cn } from '~/lib/cn.ts'

type ChoiceGroupProps = {
  label: string
  value: string | null
  onChange: (value: string) => void
  className?: string
  children: ReactNode
}

/** One of several; arrow keys move the choice. */
export function ChoiceGroup({ label, value, onChange, className, children }: ChoiceGroupProps) {
  return (
    <Radix.Root aria-label={label} value={value ?? ''} onValueChange={onChange} className={cn('grid gap-3', className)}>
      {children}
    </Radix.Root>
  )
}

export function ChoiceCard({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return (
    <Radix.Item
      className={cn(
        'flex flex-col justify-start rounded-lg border bg-sheet p-3 text-left transition-[border-color,box-shadow,background-color] duration-150 hover:border-edge data-[state=checked]:border-cyan data-[state=checked]:shadow-[inset_0_0_0_1px_var(--cyan)]',
        className,
      )}
      {...props}
    />
  )
}
