import type { ReactNode } from 'react'
import { Card } from '~/components/card.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { formatNumber } from '~/lib/format.ts'

type StatCardProps = { title: string; value: number | undefined; note: string; icon: ReactNode }

export function StatCard({ title, value, note, icon }: StatCardProps) {
  return (
    <Card className="max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-center max-sm:gap-x-4 max-sm:py-4">
      <h2 className="flex items-center justify-between text-sm font-medium text-pencil [&_svg]:size-4 max-lg:[&_svg]:hidden">
        {title}
        {icon}
      </h2>
      <div className="mt-2 font-display text-4xl leading-none font-medium tabular-nums max-sm:row-span-2 max-sm:mt-0 max-sm:text-3xl">
        {value === undefined ? <Skeleton className="h-9 w-16" /> : formatNumber(value)}
      </div>
      <p className="mt-2 text-[13px] text-pencil max-sm:mt-0">{note}</p>
    </Card>
  )
}
