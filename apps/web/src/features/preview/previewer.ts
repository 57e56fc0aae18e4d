import type { PreviewAnswer, PreviewRequest } from '~/features/preview/messages.ts'

/** Asks a worker for previews, one at a time. Of what is asked meanwhile only the last counts; `isLast` says that nothing is left to draw. */
export function createPreviewer(onAnswer: (answer: PreviewAnswer, isLast: boolean) => void) {
  const worker = new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' })
  let isBusy = false
  let waiting: PreviewRequest | null = null

  const answer = (given: PreviewAnswer): void => {
    isBusy = false
    const next = waiting
    waiting = null
    if (next) send(next)
    onAnswer(given, next === null)
  }
  const send = (request: PreviewRequest): void => {
    isBusy = true
    worker.postMessage(request)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<PreviewAnswer>) => answer(data))
  worker.addEventListener('error', ({ message }) => answer({ state: 'failed', reason: message }))

  return {
    ask(request: PreviewRequest): void {
      if (isBusy) waiting = request
      else send(request)
    },
    close: (): void => worker.terminate(),
  }
}
