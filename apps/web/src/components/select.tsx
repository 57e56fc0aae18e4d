import { type ReactNode, useId } from 'react'
import { ChevronDown } from 'lucide-react'
import { Label } from '~/components/input.tsx'
import { cn } from '~/lib/cn.ts'

type SelectProps = {
  label: string
  /** The label stands above and is seen. */
  isLabelled?: boolean
  value: string
  onChange: (value: string) => void
  className?: string
  children: ReactNode
}

/** The browser's own list, whose options are the children. */
export function Select({ label, isLabelled = false, value, onChange, className, children }: SelectProps) {
  const id = useId()
  return (
    <span className={cn('block min-w-0', className)}>
      <Label htmlFor={id} className={isLabelled ? 'text-[13px]' : 'sr-only'}>
        {label}
      </Label>
      <span className="relative block">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-9 w-full cursor-pointer appearance-none truncate rounded-md border border-edge bg-sheet pr-8 pl-3 text-base text-ink transition-colors duration-150 hover:border-pencil sm:text-[13px]"
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
