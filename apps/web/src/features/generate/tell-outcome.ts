import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import { GENERATION } from '@printroom/contract/messages'
import type { RunKind, Variation } from '~/features/generate/run.ts'
import { errorBody, errorSentence } from '~/lib/api-error.ts'
import { countOf } from '~/lib/format.ts'
import { addInsufficientToast } from '~/lib/insufficient-toast.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'

/** What is said of each kind of order: when all is made, when all of several failed, and when one did. */
const WORDS: Record<
  RunKind,
  { done: string; manyFailed: [text: string, title: string]; oneFailed: (error: unknown) => string }
> = {
  wizard: {
    done: GENERATION.doneTitle,
    manyFailed: [GENERATION.manyFailed, GENERATION.manyFailedTitle],
    oneFailed: (error) => errorSentence(error, GENERATION.failed),
  },
  regenerate: {
    done: GENERATION.regeneratedTitle,
    manyFailed: [GENERATION.regenerateFailed, 'Error'],
    oneFailed: () => GENERATION.regenerateFailed,
  },
  colours: {
    done: GENERATION.coloursDoneTitle,
    manyFailed: [GENERATION.coloursFailed, 'Error'],
    oneFailed: () => GENERATION.coloursFailed,
  },
}

/**
 * Says what a click came to. `isSeen`: whoever ordered is being led to the pictures, and needs no word that they are done.
 * True when there is something to look at in My Mockups.
 */
export function tellOutcome(kind: RunKind, all: Variation[], isSeen = false): boolean {
  const variations = all.filter(({ state }) => state !== 'cancelled')
  if (variations.length === 0) return false
  const failures = variations.filter(({ state }) => state === 'failed' || state === 'lost')
  const made = variations.length - failures.length
  const had = variations.filter(({ answer }) => answer?.already_made).length
  if (made === 0 || (kind === 'colours' && failures.length > 0)) tellFailure(kind, failures)
  else if (failures.length > 0)
    addErrorToast(
      `${countOf(made, 'mockup')} made, ${failures.length} failed. Nothing was charged for those that failed.`,
      GENERATION.manyFailedTitle,
    )
  else if (variations.some(({ state }) => state === 'late'))
    addToast({
      title: 'Still rendering',
      description: 'This takes longer than usual. You find your mockups in My Mockups when they are done.',
    })
  else if (had === variations.length)
    addToast({ title: GENERATION.alreadyMadeTitle, description: GENERATION.alreadyMade })
  else if (had > 0)
    addToast({ title: WORDS[kind].done, description: GENERATION.someAlreadyMade(had, variations.length) })
  else if (!isSeen)
    addToast({
      title: WORDS[kind].done,
      description: `You find ${made > 1 ? 'them' : 'it'} in My Mockups. ${countOf(made * CREDITS_PER_MOCKUP, 'credit')} charged.`,
    })
  return made > 0
}

function tellFailure(kind: RunKind, failures: Variation[]): void {
  const error = failures[0]?.error
  const body = errorBody(error)
  const { manyFailed, oneFailed } = WORDS[kind]
  if (failures.every(({ state }) => state === 'lost')) addErrorToast(GENERATION.notOrdered)
  else if (body?.code === 'insufficient_credits') {
    const { needed = failures.length, available = 0 } = body
    addInsufficientToast(GENERATION.insufficient(needed, available))
  } else if (body?.code === 'not_available')
    addErrorToast(body.error, kind === 'wizard' ? GENERATION.manyFailedTitle : undefined)
  else if (failures.length > 1) addErrorToast(...manyFailed)
  else addErrorToast(oneFailed(error))
}
