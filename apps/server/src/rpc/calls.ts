import { ownIds, type Named } from '@printroom/core/domain/auth/own-ids'
import { AppError } from '@printroom/core/errors'
import type { TRPCRequestInfo } from '@trpc/server/http'
import type { RequestContext } from '../http/request-context.ts'
import type { Meta } from './trpc.ts'

type Call = TRPCRequestInfo['calls'][number]
const metaOf = ({ procedure }: Call): Meta => (procedure?._def.meta as Meta | undefined) ?? {}

/**
 * What has to hold for the calls of a request before the first of them runs. Calls that come as one are refused as one:
 * every id that any of them names has to be the caller's own. Each call still asks for itself; this is so that a batch
 * with one foreign id does nothing at all.
 * @throws AppError forbidden (another user's id), not_found (anything else that is not theirs, or is not for the wire)
 */
export async function assertCalls(context: RequestContext, { calls, isBatchCall }: TRPCRequestInfo): Promise<void> {
  if (calls.some((call) => metaOf(call).isInProcess)) throw new AppError('not_found')
  if (isBatchCall) await assertOwn(context, calls)
}

async function assertOwn({ core, session }: RequestContext, calls: readonly Call[]): Promise<void> {
  if (!session) return // nothing but what anybody may call will run
  const named = new Map<Named, Set<string>>()
  for (const call of calls) {
    const fields = Object.entries(metaOf(call).ids ?? {})
    if (fields.length === 0) continue
    const input = await call.getRawInput()
    for (const [field, kind] of fields) {
      const ids = valuesOf(input, field)
      named.set(kind, new Set([...(named.get(kind) ?? []), ...ids]))
    }
  }
  for (const [kind, ids] of named)
    if ((await ownIds(core, session.userId, kind, [...ids])).size < ids.size)
      throw new AppError(kind === 'user' ? 'forbidden' : 'not_found')
}

/**
 * What stands in a field of this name, wherever in an input it is; what is no text is the id of nothing. Without recursion,
 * so that no input is too deep for it.
 */
function valuesOf(input: unknown, field: string): Set<string> {
  const found = new Set<string>()
  const places = [input]
  while (places.length > 0) {
    const place = places.pop()
    if (typeof place !== 'object' || place === null) continue
    for (const [name, value] of Object.entries(place))
      if (name !== field) places.push(value)
      else for (const id of listOf(value)) found.add(typeof id === 'string' ? id : '')
  }
  return found
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]
