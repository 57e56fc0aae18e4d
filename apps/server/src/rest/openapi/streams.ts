import { checkoutResponse, generationWatchedResponse } from '@printroom/contract/wire'
import type * as z from 'zod'
import * as zod from 'zod'
import { ACCOUNT, DESIGN_ID, GENERATION_ID, SHOT } from '../examples.ts'
import type { Docs } from '../route.ts'

/** A stream of server-sent events. tRPC serves it; `event` is what the `data` of each message holds. */
export type Stream = Pick<Docs, 'id' | 'tag' | 'summary' | 'description' | 'query'> & {
  procedure: string
  event: z.ZodType
  example: unknown
}

const FORM =
  'Server-sent events: a message’s `data` is one line of JSON. `event: ping` says that the line lives, `event: return` that there is no more; connect again after any other end.'

export const STREAMS: readonly Stream[] = [
  {
    procedure: 'generation.watch',
    id: 'watchGenerations',
    tag: 'Mockups',
    summary: 'Follow the orders under way',
    description: `What is under way, now and whenever it changes. What is gone from the list is done: a mockup or a refund. ${FORM}`,
    event: zod.array(generationWatchedResponse),
    example: [
      {
        id: GENERATION_ID,
        design_id: DESIGN_ID,
        ...SHOT,
        side: 'front',
        placement: null,
        model_gender: null,
        scene_id: null,
        original_mockup_id: null,
        is_color_change: false,
        status: 'rendering',
        progress: 40,
        position: 0,
        mockup_id: null,
        error: null,
        created_at: '2026-11-24T09:30:00.000Z',
      },
    ],
  },
  {
    procedure: 'billing.watch',
    id: 'watchAccount',
    tag: 'Billing',
    summary: 'Follow the account',
    description: `Credits and plan, now and whenever they change; with a checkout’s id, until what it paid for is there. ${FORM}`,
    query: zod.object({
      input: zod.string().describe('JSON: `{}`, or `{"session_id":"cs_…"}` with the id of a checkout of one’s own.'),
    }),
    event: checkoutResponse,
    example: { is_complete: true, credits_granted: 0, cents_refunded: 0, account: ACCOUNT },
  },
]
