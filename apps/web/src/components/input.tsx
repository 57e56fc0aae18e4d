import type { ComponentProps } from 'react'
import { cn } from '~/lib/cn.ts'

const FIELD =
  'w-full rounded-md border border-edge bg-sheet px-3 text-ink transition-colors duration-150 placeholder:text-pencil hover:border-pencil disabled:opacity-50 aria-invalid:border-alarm'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(FIELD, 'h-10 text-base sm:text-[15px]', className)} {...props} />
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(FIELD, 'min-h-24 py-2 text-base sm:text-[15px]', className)} {...props} />
}

export function Label({ className, children, htmlFor, ...props }: ComponentProps<'label'>) {
  return (
    <label htmlFor={htmlFor} className={cn('mb-1.5 block text-sm font-medium', className)} {...props}>
      {children}
    </label>
  )
}
