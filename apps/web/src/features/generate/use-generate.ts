import { useCallback, useState } from 'react'
import { GENERATION } from '@printroom/contract/messages'
import type { GenerationAnswer } from '@printroom/contract/wire'
import type { MockupRequest } from '~/features/generate/request-of.ts'
import { errorSentence } from '~/lib/api-error.ts'
import { randomId } from '~/lib/random-id.ts'
import { api, trpc } from '~/lib/trpc.ts'

export type Variation = {
  key: string
  state: 'working' | 'done' | 'late' | 'cancelled' | 'failed'
  answer: GenerationAnswer | null
  error: unknown
}

export type Run = { request: MockupRequest; startedAt: string; variations: Variation[]; isOver: boolean }

/** Makes n variations at once, each with its own key, so that none is ever paid for twice. */
export function useGenerate() {
  const utils = trpc.useUtils()
  const [run, setRun] = useState<Run | null>(null)

  const generate = useCallback(
    async (request: MockupRequest, count: number): Promise<Variation[]> => {
      const waiting = Array.from({ length: count }, (): Variation => ({ key: randomId(), state: 'working', answer: null, error: null }))
      setRun({ request, startedAt: new Date().toISOString(), variations: waiting, isOver: false })
      const settle = (settled: Variation): Variation => {
        setRun((now) => now && { ...now, variations: now.variations.map((each) => (each.key === settled.key ? settled : each)) })
        return settled
      }
      const settled = await Promise.all(waiting.map((variation) => make(request, variation).then(settle)))
      setRun((now) => now && { ...now, isOver: true })
      await Promise.all([utils.mockup.list.invalidate(), utils.user.get.invalidate(), utils.generation.active.invalidate()])
      return settled
    },
    [utils],
  )
  return { run, generate }
}

async function make(request: MockupRequest, variation: Variation): Promise<Variation> {
  try {
    const answer = await api.generation.request.mutate({ ...request, idempotency_key: variation.key, debug: true })
    return { ...variation, answer, state: 'file_url' in answer ? 'done' : 'late' }
  } catch (error) {
    return { ...variation, error, state: errorSentence(error, '') === GENERATION.cancelled ? 'cancelled' : 'failed' }
  }
}
