import { subscribe } from './event-stream.ts'
import type { Procedures } from './procedures.ts'
import type { CallOptions, Transport } from './transport.ts'

/**
 * Every procedure by its name, `trpc.generation.pace.query()`, with the client's key, errors and repeats. A mutation is made
 * again after a fault only where its input has an idempotency key; a subscription that breaks throws.
 */
export function trpcOf(transport: Transport): Procedures {
  const answer = async (call: Parameters<Transport['json']>[0]): Promise<unknown> =>
    (await transport.json<{ result: { data?: unknown } }>(call)).result.data
  const verbs = (path: string): Record<string, (input: unknown, options?: CallOptions) => unknown> => ({
    query: (input, options) =>
      answer({
        path: `/api/trpc/${path}`,
        query: input === undefined ? {} : { input: JSON.stringify(input) },
        ...options,
      }),
    mutate: (input, options) =>
      answer({
        method: 'POST',
        path: `/api/trpc/${path}`,
        json: input ?? {},
        isRepeatable: typeof (input as { idempotency_key?: unknown } | undefined)?.idempotency_key === 'string',
        ...options,
      }),
    subscribe: (input, options) => subscribe(transport, path, input, options),
  })
  const at = (path: readonly string[]): unknown => {
    const own = path.length > 0 ? verbs(path.join('.')) : {}
    return new Proxy(own, {
      // A promise that resolves with it must not take it for another promise.
      get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : (own[name] ?? at([...path, name]))),
    })
  }
  return at([]) as Procedures
}
