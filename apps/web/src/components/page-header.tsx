import type { ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'

type PageHeaderProps = { title: string; note?: string; className?: string; children?: ReactNode }

export function PageHeader({ title, note, className, children }: PageHeaderProps) {
  return (
    <div className={cn('mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:mb-8', className)}>
      <div>
        <h1 className="font-display text-[28px] leading-tight font-medium tracking-[-0.01em] sm:text-[32px]">
          {title}
        </h1>
        {note && <p className="mt-1 text-pencil">{note}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  )
}
