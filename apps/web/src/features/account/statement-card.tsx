import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { StatementLine } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { Card, CardTitle } from '~/components/card.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { useStatement } from '~/features/account/use-statement.ts'
import { cn } from '~/lib/cn.ts'
import { formatDateTime, formatNumber } from '~/lib/format.ts'

/** Every credit that came and went, newest first. */
export function StatementCard() {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useStatement()
  if (isError) return <LoadError what="your credit statement" onRetry={() => void refetch()} />
  const lines = data?.pages.flatMap((page) => page.lines)
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <CardTitle>Credit Statement</CardTitle>
        <Button asChild variant="ghost" size="sm">
          <a href="/api/credits/statement.csv" download>
            <Download aria-hidden="true" /> Download CSV
          </a>
        </Button>
      </div>
      {!lines && <Skeleton className="mt-3 h-48" />}
      {lines && (
        <table className="mt-3 w-full text-sm">
          <thead className="text-left text-[13px] text-pencil">
            <tr>
              <th className="pb-2 font-normal">What for</th>
              <th className="pb-2 pl-3 text-right font-normal">Credits</th>
              <th className="pb-2 pl-3 text-right font-normal">Balance</th>
            </tr>
          </thead>
          <tbody className="divide-y border-t">
            {lines.map((line) => (
              <Line key={line.number} line={line} />
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-4"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </Card>
  )
}

const Line = ({ line: { text, date, amount, balance, mockup_id: mockup } }: { line: StatementLine }) => (
  <tr>
    <td className="py-2 pr-2">
      {mockup ? (
        <Link to="/mockups" search={{ mockup }} className="font-medium underline-offset-4 hover:underline">
          {text}
        </Link>
      ) : (
        <span className="font-medium">{text}</span>
      )}
      <time dateTime={date} className="block text-[13px] text-pencil">
        {formatDateTime(date)}
      </time>
    </td>
    <td className={cn('py-2 pl-3 text-right font-medium whitespace-nowrap tabular-nums', amount > 0 && 'text-green')}>
      {amount === 0 ? '' : amount > 0 ? '+' : '−'}
      {formatNumber(Math.abs(amount))}
    </td>
    <td className="py-2 pl-3 text-right text-pencil tabular-nums">{formatNumber(balance)}</td>
  </tr>
)
