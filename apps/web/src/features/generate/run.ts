import type { GenerationAnswer } from '@printroom/contract/wire'
import type { Order } from '~/features/generate/same-order.ts'

/** One order of a click. `lost`: the page was left before it reached the server, and nothing was charged. */
export type Variation = {
  key: string
  order: Order
  state: 'working' | 'done' | 'late' | 'cancelled' | 'failed' | 'lost'
  answer: GenerationAnswer | null
  error: unknown
}

export type RunKind = 'wizard' | 'regenerate' | 'colours'

/** What one click ordered. `isResumed`: the page was left meanwhile, and now waits for it again. */
export type Run = {
  id: string
  kind: RunKind
  startedAt: string
  variations: Variation[]
  isOver: boolean
  isResumed: boolean
}
