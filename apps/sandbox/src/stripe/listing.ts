import { listOf, type Page } from './objects.ts'
import type { Store } from './state.ts'

export const matches = <Row extends object>(row: Row, wanted: object, fields: (keyof Row & string)[]): boolean =>
  fields.every((field) => {
    const value = (wanted as Record<string, unknown>)[field]
    return value === undefined || row[field] === value
  })

/** Newest first, a page at a time, as Stripe lists. */
export function paged<Row extends { id: string; created: number }>(
  url: string,
  rows: Row[],
  page: { limit: number; starting_after?: string },
): Page<Row> {
  const newestFirst = rows
    .map((row, at) => ({ row, at }))
    .toSorted((one, other) => other.row.created - one.row.created || other.at - one.at)
    .map(({ row }) => row)
  const from = page.starting_after ? newestFirst.findIndex(({ id }) => id === page.starting_after) + 1 : 0
  return listOf(url, newestFirst.slice(from, from + page.limit), newestFirst.length > from + page.limit)
}

/** `expand[]`: the two fields that Printroom asks for, alone and in lists. */
export function expanded({ state }: Store, made: unknown, wanted: string[]): unknown {
  const fields = new Set(wanted.map((path) => path.replace(/^data\./, '')))
  if (fields.size === 0) return made
  const one = (row: object): object => {
    const object = structuredClone(row) as { id: string; object?: string; latest_charge?: unknown; payments?: unknown }
    if (object.object === 'payment_intent' && fields.has('latest_charge'))
      object.latest_charge = state.charges[String(object.latest_charge)] ?? null
    if (object.object === 'invoice' && fields.has('payments'))
      object.payments = listOf(
        `/v1/invoice_payments?invoice=${object.id}`,
        Object.values(state.payments).filter(({ invoice }) => invoice === object.id),
      )
    return object
  }
  const list = made as Page<object>
  return list.object === 'list' ? { ...list, data: list.data.map(one) } : one(made as object)
}
