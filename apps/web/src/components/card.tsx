import type { ComponentProps } from 'react'
import { cn } from '~/lib/cn.ts'

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return <section className={cn('rounded-lg border bg-sheet p-5 shadow-sheet sm:p-6', className)} {...props} />
}

export function CardTitle({ className, children, ...props }: ComponentProps<'h2'>) {
  return (
    <h2 className={cn('font-display text-lg leading-tight font-medium', className)} {...props}>
      {children}
    </h2>
  )
}

export function CardNote({ className, ...props }: ComponentProps<'p'>) {
  return <p className={cn('mt-1 text-sm text-pencil', className)} {...props} />
}
