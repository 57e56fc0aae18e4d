import { labelOf } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import { PLANS } from '@printroom/contract/plans'
import type { StatementLine, StatementWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { csvField } from './csv-field.ts'

type Row = {
  number: bigint
  date: Date
  amount: number
  balance: number
  reason: string
  product: string | null
  colour: string | null
  plan: string | null
  cents: number | null
  mockup_id: string | null
}

/** A place in the statement: the lines before this number; `balance` after the first of them, where it is known. */
type Place = { before: number | null; balance: number | null }

/**
 * What the person can do nothing with is left out: a capture moves no credit. A payment that goes back moves none either,
 * and is told. The balance of a page starts from that of today, less what came after the page: nothing is added up from
 * the account's beginning.
 */
const rowsOf = ({ db }: Context, userId: UserId, { before, balance }: Place, limit: number) => db.$queryRaw<Row[]>`
  WITH page AS (
    SELECT seq, created_at, amount, reason, reference,
      CASE WHEN reason IN ('reserve', 'release') AND reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN reference::uuid END AS generation_id
    FROM credit_entries
    WHERE user_id = ${userId}::uuid AND (amount <> 0 OR reason = 'refund') AND (${before}::bigint IS NULL OR seq < ${before}::bigint)
    ORDER BY seq DESC LIMIT ${limit}::int
  ), start AS (
    SELECT coalesce(${balance}::int, plan_credits + topup_credits - coalesce((
      SELECT sum(amount) FROM credit_entries WHERE user_id = ${userId}::uuid AND seq >= ${before}::bigint), 0))::int AS balance
    FROM users WHERE id = ${userId}::uuid
  )
  SELECT e.seq AS number, e.created_at AS date, e.amount, e.reason::text AS reason,
    (start.balance - coalesce(sum(e.amount) OVER (ORDER BY e.seq DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))::int AS balance,
    g.input #>> '{settings,product}' AS product, g.input #>> '{settings,colour}' AS colour, p.plan, p.amount_cents AS cents, m.id AS mockup_id
  FROM page e CROSS JOIN start
  LEFT JOIN generations g ON g.id = e.generation_id
  LEFT JOIN mockups m ON m.generation_id = g.id
  LEFT JOIN purchases p ON p.id = e.reference
  ORDER BY e.seq DESC`

/** A user's ledger as they read it, newest first. `next` is where the next page starts, or null at the end. */
export async function readStatement(
  context: Context,
  userId: UserId,
  { cursor, limit = 10 }: { cursor?: number | null; limit?: number } = {},
): Promise<StatementWire> {
  const rows = await rowsOf(context, userId, { before: cursor ?? null, balance: null }, limit + 1)
  const lines = rows.slice(0, limit).map(toLine)
  return { lines, next: rows.length > limit ? (lines.at(-1)?.number ?? null) : null }
}

const CSV_PAGE = 1000

/** The whole statement as CSV (RFC 4180, UTF-8 with a mark for spreadsheets), newest first, a page at a time. */
export async function* statementCsv(context: Context, userId: UserId): AsyncGenerator<string> {
  yield '\uFEFFDate,What for,Amount,Balance\r\n'
  let place: Place = { before: null, balance: null }
  for (;;) {
    const lines: StatementLine[] = (await rowsOf(context, userId, place, CSV_PAGE)).map(toLine)
    if (lines.length)
      yield lines.map((line) => `${line.date},${csvField(line.text)},${line.amount},${line.balance}\r\n`).join('')
    const last = lines.at(-1)
    if (!last || lines.length < CSV_PAGE) return
    place = { before: last.number, balance: last.balance - last.amount }
  }
}

const toLine = (row: Row): StatementLine => ({
  number: Number(row.number),
  date: row.date.toISOString(),
  text: textOf(row),
  amount: row.amount,
  balance: row.balance,
  mockup_id: row.reason === 'reserve' ? row.mockup_id : null,
})

const dollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

function textOf({ reason, amount, product, colour, plan, cents }: Row): string {
  const picture = product && colour ? `${findColour(colour)?.label ?? colour} ${labelOf(product)}` : 'Mockup'
  const planName = PLANS.find(({ id }) => id === plan)?.name ?? 'Plan'
  switch (reason) {
    case 'signup':
      return 'Welcome credits'
    case 'reserve':
      return `Mockup: ${picture}`
    case 'release':
      return `Credit back: ${picture} was not made`
    case 'plan_cycle':
      return amount < 0 ? 'Unused plan credits of the last cycle' : `${planName} plan, new cycle`
    case 'plan_upgrade':
      return `Upgrade to ${planName}`
    case 'plan_end':
      return 'Plan ended'
    case 'topup':
      return 'Top-up'
    case 'refund':
      return amount === 0 ? `Payment refunded: ${planName}, ${dollars(cents ?? 0)}` : 'Refunded purchase'
    case 'dispute':
      return amount < 0 ? 'Disputed payment' : 'Dispute decided in your favor'
    default:
      return amount < 0 ? 'Taken back by support' : 'Added by support'
  }
}
