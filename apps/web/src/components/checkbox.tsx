import type { ComponentProps } from 'react'
import { Check, Minus } from 'lucide-react'
import { cn } from '~/lib/cn.ts'

type CheckboxProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  checked: boolean | 'indeterminate'
  onCheckedChange: () => void
}

/** One element and no state of its own: a list has a thousand of them. */
export function Checkbox({ checked, onCheckedChange, className, ...props }: CheckboxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked === 'indeterminate' ? 'mixed' : checked}
      onClick={onCheckedChange}
      className={cn(
        'grid size-[18px] shrink-0 place-items-center rounded-[5px] border border-edge bg-sheet text-on-cyan transition-colors duration-150 hover:border-pencil',
        checked && 'border-cyan bg-cyan hover:border-cyan',
        className,
      )}
      {...props}
    >
      {checked === 'indeterminate' ? <Minus className="size-3.5" /> : checked && <Check className="size-3.5" />}
    </button>
  )
}
