import type { Finding } from '@printroom/studio/checks/check-print'
import type {
  CheckAnswer,
  CheckRequest,
  Numbered,
  PreviewAnswer,
  PreviewOrder,
  PreviewRequest,
} from '~/features/preview/messages.ts'

let worker: Worker | undefined
let lastNumber = 0

/** One worker for the visit: it keeps its tables and plates from the wizard to the gallery and back. */
const theWorker = (): Worker =>
  (worker ??= new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' }))

/** A browser told to save data fetches nothing that may never be seen: https://wicg.github.io/savedata/ */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

function post(request: PreviewRequest): number {
  lastNumber += 1
  const order: PreviewOrder = { ...request, number: lastNumber, looksAhead: !savesData() }
  theWorker().postMessage(order)
  return lastNumber
}

/**
 * Has the worker draw pictures that nobody sees, the likeliest first: the one that is asked for soon is there at once, and
 * what others need has been fetched and made. Whatever is asked for goes before, and ends it.
 */
export function warmPreviewer(ahead: readonly PreviewRequest[]): void {
  if (savesData()) return
  const order: PreviewOrder = { ahead }
  theWorker().postMessage(order)
}

/** Asks the worker for previews, of which only the last asked for counts; `isLast` says that an answer is to that one. */
export function createPreviewer(onAnswer: (answer: PreviewAnswer, isLast: boolean) => void) {
  let [first, last] = [Infinity, Infinity]

  const hear = ({ data }: MessageEvent<Numbered<PreviewAnswer | CheckAnswer>>): void => {
    if ('state' in data && data.number >= first) onAnswer(data, data.number === last)
  }
  const hearFault = ({ message }: ErrorEvent): void => onAnswer({ state: 'failed', reason: message }, true)
  theWorker().addEventListener('message', hear)
  theWorker().addEventListener('error', hearFault)

  return {
    ask(request: PreviewRequest): void {
      last = post(request)
      first = Math.min(first, last)
    },
    close(): void {
      theWorker().removeEventListener('message', hear)
      theWorker().removeEventListener('error', hearFault)
    },
  }
}

/** Has a print looked through beside the page, once its picture is drawn. Returns what to call when it is no longer wanted. */
export function checkPicture(check: CheckRequest, onFindings: (findings: readonly Finding[]) => void): () => void {
  lastNumber += 1
  const order: PreviewOrder = { check, number: lastNumber }
  const hear = ({ data }: MessageEvent<Numbered<PreviewAnswer | CheckAnswer>>): void => {
    if ('findings' in data && data.number === order.number) onFindings(data.findings)
  }
  theWorker().addEventListener('message', hear)
  theWorker().postMessage(order)
  return () => theWorker().removeEventListener('message', hear)
}
