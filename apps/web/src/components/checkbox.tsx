import type { ComponentProps } from 'react'
import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { cn } from '~/lib/cn.ts'

export function Checkbox({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        'grid size-[18px] shrink-0 place-items-center rounded-[5px] border border-edge bg-sheet text-on-cyan transition-colors duration-150 hover:border-pencil data-[state=checked]:border-cyan data-[state=checked]:bg-cyan data-[state=indeterminate]:border-cyan data-[state=indeterminate]:bg-cyan',
        className,
      )}
      {...props}
    >
      <Radix.Indicator>
        {props.checked === 'indeterminate' ? <Minus className="size-3.5" /> : <Check className="size-3.5" />}
      </Radix.Indicator>
    </Radix.Root>
  )
}
