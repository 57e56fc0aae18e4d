import * as z from 'zod'
import { QUOTE_MAX_ORDERS } from './limits.ts'
import { errorResponse } from './wire.ts'

/** Orders whose cost is asked for. Each is read by itself, so that of a wrong one the refusal is told and the others are quoted. */
export const quoteSchema = z.object({
  orders: z
    .array(z.unknown())
    .min(1, 'Name an order to quote')
    .max(QUOTE_MAX_ORDERS, `A quote is of at most ${QUOTE_MAX_ORDERS} orders. The estimate of a batch takes more.`),
})

const quotedOrder = z.object({
  credits: z
    .number()
    .describe('0 where the picture is there or on its way to the pixel, or was ordered under this key before.'),
  mockup_id: z.string().nullable().describe('The picture that is there already and would be the answer.'),
  error: errorResponse.nullable().describe('The refusal that the order would get.'),
})

/** What orders would cost if they were sent now, one after the other. */
export const quoteResponse = z.object({
  credits: z.number().describe('What all of them would cost.'),
  available: z.number().describe('Credits that the account has.'),
  missing: z.number().describe('Credits that `available` lacks to `credits`.'),
  seconds: z.number().describe('Until the last picture is made, as things stand; 0 where all are there.'),
  orders: z.array(quotedOrder),
})
export type QuoteWire = z.infer<typeof quoteResponse>
