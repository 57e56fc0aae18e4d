type Ask = (url: RequestInfo | URL | string, options?: RequestInit) => Promise<Response>

/** The same as `ask`, but with so many answers on their way at a time; who comes later waits in line. An answer is over with its last byte. */
export function limitOpen(ask: Ask, most: number): Ask {
  let open = 0
  const line: (() => void)[] = []
  const leave = (): void => {
    const next = line.shift()
    if (next) next()
    else open -= 1
  }
  return async (url, options) => {
    if (open >= most) await new Promise<void>((enter) => line.push(enter))
    else open += 1
    try {
      const answer = await ask(url, options)
      if (!answer.body) leave()
      return answer.body ? new Response(withEnd(answer.body, leave), answer) : answer
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** A body that says when it has ended, however it does. */
function withEnd(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        onEnd()
        controller.close()
      } catch (error) {
        onEnd()
        controller.error(error)
      }
    },
    cancel(reason) {
      onEnd()
      return reader.cancel(reason)
    },
  })
}
