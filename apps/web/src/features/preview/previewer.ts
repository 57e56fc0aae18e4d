import type { Numbered, PreviewAnswer, PreviewOrder, PreviewRequest } from '~/features/preview/messages.ts'

let worker: Worker | undefined
let lastNumber = 0

/** One worker for the visit: it keeps its tables and plates from the wizard to the gallery and back. */
const theWorker = (): Worker => (worker ??= new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' }))

function post(request: PreviewRequest): number {
  lastNumber += 1
  const order: PreviewOrder = { ...request, number: lastNumber }
  theWorker().postMessage(order)
  return lastNumber
}

/**
 * Has the worker draw pictures that nobody sees, the likeliest first: the one that is asked for soon is there at once, and
 * what others need has been fetched and made. Whatever is asked for goes before, and ends it.
 */
export function warmPreviewer(ahead: readonly PreviewRequest[]): void {
  const order: PreviewOrder = { ahead }
  theWorker().postMessage(order)
}

/** Asks the worker for previews, one at a time. Of what is asked meanwhile only the last counts; `isLast` says that nothing is left to draw. */
export function createPreviewer(onAnswer: (answer: PreviewAnswer, isLast: boolean) => void) {
  let expected: number | null = null
  let waiting: PreviewRequest | null = null

  const answer = (given: PreviewAnswer): void => {
    const next = waiting
    waiting = null
    expected = next && post(next)
    onAnswer(given, next === null)
  }
  const hear = ({ data }: MessageEvent<Numbered<PreviewAnswer>>): void => {
    if (data.number === expected) answer(data)
  }
  const hearFault = ({ message }: ErrorEvent): void => answer({ state: 'failed', reason: message })
  theWorker().addEventListener('message', hear)
  theWorker().addEventListener('error', hearFault)

  return {
    ask(request: PreviewRequest): void {
      if (expected === null) expected = post(request)
      else waiting = request
    },
    close(): void {
      theWorker().removeEventListener('message', hear)
      theWorker().removeEventListener('error', hearFault)
    },
  }
}
