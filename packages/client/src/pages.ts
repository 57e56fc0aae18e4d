import type { CallOptions, Transport } from './transport.ts'

/** `limit`: rows of a page, 100 at most; how many there are in all is the caller's own loop to end. */
export type ListOptions = CallOptions & { limit?: number }

/** Every row of a list, newest first, a page of the server's at a time: the next is asked for when the loop comes to it. */
export async function* rowsOf<Row>(
  transport: Transport,
  path: string,
  { limit, ...options }: ListOptions = {},
): AsyncGenerator<Row, void, undefined> {
  let cursor: string | undefined
  do {
    const [rows, next] = await transport.call({ path, query: { cursor, limit }, ...options }, async (response) => [
      (await response.json()) as Row[],
      response.headers.get('x-next-cursor') ?? undefined,
    ])
    yield* rows
    cursor = next
  } while (cursor !== undefined)
}
