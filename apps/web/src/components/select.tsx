import { type ReactNode, useId } from 'react'
import { ChevronDown } from 'lucide-react'
import { cn } from '~/lib/cn.ts'

type SelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** For those who do not see it only. */
  isLabelHidden?: boolean
  className?: string
  children: ReactNode
}

/** The browser's own choice of one of many. */
export function Select({ label, value, onChange, isLabelHidden = false, className, children }: SelectProps) {
  const id = useId()
  return (
    <span className={cn('block min-w-0', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 block text-[13px] text-pencil'}>
        {label}
      </label>
      <span className="relative block">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-9 w-full cursor-pointer appearance-none truncate rounded-md border border-edge bg-sheet pr-8 pl-3 text-base text-ink transition-colors duration-150 hover:border-pencil sm:h-8 sm:text-[13px]"
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-pencil"
        />
      </span>
    </span>
  )
}
