import { labelOf } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import { PLANS } from '@printroom/contract/plans'
import type { StatementLine, StatementWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../context.ts'
import { csvField } from './csv-field.ts'

type Row = { number: bigint; date: Date; amount: number; balance: number; reason: string; product: string | null; colour: string | null; plan: string | null; mockup_id: string | null }

/** What the person can do nothing with is left out: a capture moves no credit. */
const rowsOf = ({ db }: Context, userId: UserId, before: number | null, limit: number) => db.$queryRaw<Row[]>`
  SELECT * FROM (
    SELECT e.seq AS number, e.created_at AS date, e.amount, e.reason::text AS reason,
      sum(e.amount) OVER (ORDER BY e.seq)::int AS balance,
      g.input #>> '{settings,product}' AS product, g.input #>> '{settings,colour}' AS colour, p.plan, m.id AS mockup_id
    FROM credit_entries e
    LEFT JOIN generations g ON e.reason IN ('reserve', 'release') AND g.id::text = e.reference
    LEFT JOIN mockups m ON m.generation_id = g.id
    LEFT JOIN purchases p ON p.id = e.reference
    WHERE e.user_id = ${userId}::uuid
  ) lines
  WHERE amount <> 0 AND (${before}::bigint IS NULL OR number < ${before}::bigint)
  ORDER BY number DESC LIMIT ${limit}::int`

/** A user's ledger as they read it, newest first. `next` is where the next page starts, or null at the end. */
export async function readStatement(context: Context, userId: UserId, { cursor, limit = 10 }: { cursor?: number | null; limit?: number } = {}): Promise<StatementWire> {
  const rows = await rowsOf(context, userId, cursor ?? null, limit + 1)
  const lines = rows.slice(0, limit).map(toLine)
  return { lines, next: rows.length > limit ? (lines.at(-1)?.number ?? null) : null }
}

const CSV_PAGE = 1000

/** The whole statement as CSV (RFC 4180, UTF-8 with a mark for spreadsheets), newest first, a page at a time. */
export async function* statementCsv(context: Context, userId: UserId): AsyncGenerator<string> {
  yield '\uFEFFDate,What for,Amount,Balance\r\n'
  let before: number | null = null
  for (;;) {
    const lines: StatementLine[] = (await rowsOf(context, userId, before, CSV_PAGE)).map(toLine)
    if (lines.length) yield lines.map((line) => `${line.date},${csvField(line.text)},${line.amount},${line.balance}\r\n`).join('')
    if (lines.length < CSV_PAGE) return
    before = lines.at(-1)?.number ?? null
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

function textOf({ reason, amount, product, colour, plan }: Row): string {
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
      return 'Refunded purchase'
    case 'dispute':
      return amount < 0 ? 'Disputed payment' : 'Dispute decided in your favor'
    default:
      return amount < 0 ? 'Taken back by support' : 'Added by support'
  }
}
