import type { BatchSummaryWire } from '@printroom/contract/batches'
import type { BadgeVariant } from '~/components/badge.tsx'
import { formatNumber } from '~/lib/format.ts'

type Counts = BatchSummaryWire['counts']

/** Pictures that are neither made nor given up yet. */
export const openIn = ({ waiting, under_way: underWay }: Counts): number => waiting + underWay

/** A batch's state in a word or two, and its colour. */
export function stateOf({ counts, cancelled_at: cancelledAt }: Pick<BatchSummaryWire, 'counts' | 'cancelled_at'>): {
  label: string
  variant: BadgeVariant
} {
  if (openIn(counts) > 0) return { label: 'In the making', variant: 'accent' }
  if (counts.failed > 0) return { label: `${formatNumber(counts.failed)} failed`, variant: 'red' }
  if (counts.cancelled > 0 && cancelledAt) return { label: 'Canceled', variant: 'grey' }
  return { label: 'Done', variant: 'green' }
}

/** `84 of 120 done, 3 failed, 33 to come`. */
export function progressOf({ pictures, counts }: Pick<BatchSummaryWire, 'pictures' | 'counts'>): string {
  const parts: [number, string][] = [
    [counts.failed, 'failed'],
    [counts.cancelled, 'canceled'],
    [openIn(counts), 'to come'],
  ]
  return [
    `${formatNumber(counts.done)} of ${formatNumber(pictures)} done`,
    ...parts.flatMap(([count, word]) => (count > 0 ? [`${formatNumber(count)} ${word}`] : [])),
  ].join(', ')
}
