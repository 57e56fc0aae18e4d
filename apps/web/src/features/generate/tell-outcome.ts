import { GENERATION } from '@printroom/contract/messages'
import type { Variation } from '~/features/generate/use-generate.ts'
import { errorBody, errorSentence } from '~/lib/api-error.ts'
import { countOf } from '~/lib/format.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'

/** Says what failed, if anything did, and to whoever `hasLeft` also what did not. True when there is something to look at in My Mockups. */
export function tellOutcome(all: Variation[], hasLeft: boolean): boolean {
  const variations = all.filter(({ state }) => state !== 'cancelled')
  if (variations.length === 0) return false
  const failures = variations.filter(({ state }) => state === 'failed')
  const isLate = variations.some(({ state }) => state === 'late')
  if (failures.length === variations.length) tellFailure(variations)
  else if (failures.length > 0) {
    const made = variations.length - failures.length
    addErrorToast(`${countOf(made, 'mockup')} made, ${failures.length} failed. Nothing was charged for those that failed.`, GENERATION.manyFailedTitle)
  } else if (isLate) addToast({ title: 'Still rendering', description: 'This takes longer than usual. You find your mockups in My Mockups when they are done.' })
  else if (hasLeft) addToast({ title: 'Your mockups are done', description: 'You find them in My Mockups.' })
  return failures.length < variations.length
}

function tellFailure(variations: Variation[]): void {
  const error = variations[0]?.error
  const body = errorBody(error)
  if (body?.code === 'insufficient_credits') {
    const { needed = variations.length, available = 0 } = body
    addErrorToast(GENERATION.insufficient(needed, available), GENERATION.insufficientTitle)
  } else if (body?.code === 'not_available') addErrorToast(body.error, GENERATION.manyFailedTitle)
  else if (variations.length > 1) addErrorToast(GENERATION.manyFailed, GENERATION.manyFailedTitle)
  else addErrorToast(errorSentence(error, GENERATION.failed))
}
