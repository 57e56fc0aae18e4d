import type { ReactNode } from 'react'
import { Check } from 'lucide-react'
import type { Plan } from '@printroom/contract/plans'
import { Badge } from '~/components/badge.tsx'
import { formatCents, formatNumber, useLocale } from '~/lib/format.ts'
import { cn } from '~/lib/cn.ts'

const INCLUDED = [
  'All products, colors and backgrounds',
  'Pictures of 2048\u00a0×\u00a02048 pixels',
  'Bulk download as a zip',
]

type PlanCardProps = { plan: Plan; isCurrent: boolean; isChosen: boolean; children: ReactNode }

export function PlanCard({ plan, isCurrent, isChosen, children }: PlanCardProps) {
  const { name, priceCents, credits, isMostPopular } = plan
  const locale = useLocale()
  return (
    <section
      aria-label={name}
      aria-current={isCurrent || undefined}
      className={cn(
        'flex flex-col rounded-xl border bg-sheet p-6 shadow-sheet',
        isMostPopular && 'border-cyan shadow-lift',
        isCurrent && 'border-green',
        isChosen && 'border-cyan ring-2 ring-cyan',
      )}
    >
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h2 className="font-display text-xl font-medium">{name}</h2>
        {isCurrent ? (
          <Badge variant="green">Current plan</Badge>
        ) : (
          isMostPopular && <Badge variant="accent">Most popular</Badge>
        )}
      </div>
      <p className="mt-4 tabular-nums">
        <span className="font-display text-4xl font-medium tracking-[-0.02em]">{formatCents(priceCents, locale)}</span>
        <span className="text-pencil">/month</span>
      </p>
      <p className="mt-1 font-medium tabular-nums">{formatNumber(credits, locale)} credits a month</p>
      <p className="text-[13px] text-pencil tabular-nums">{formatCents(priceCents / credits, locale)} a mockup</p>
      <ul className="mt-5 mb-6 flex-1 space-y-2 text-sm">
        {INCLUDED.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-1 size-3.5 shrink-0 text-cyan" /> {feature}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
