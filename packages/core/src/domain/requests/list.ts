import type { RequestQuery } from '@printroom/contract/api-key-schemas'
import type { RequestWire } from '@printroom/contract/api-keys'
import type { PageWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { behind, NEWEST_FIRST, pageOf } from '../../paging.ts'

/** A page of what was asked for with a user's API keys, newest first. @throws AppError not_found (the key), bad_input (cursor) */
export async function listRequests(
  { db }: Context,
  userId: UserId,
  { cursor, limit, key_id, failed }: RequestQuery,
): Promise<PageWire<RequestWire>> {
  if (key_id !== undefined && (await db.apiKey.count({ where: { id: key_id, userId } })) === 0)
    throw new AppError('not_found')
  const rows = await db.apiRequest.findMany({
    where: {
      userId,
      ...(key_id !== undefined && { apiKeyId: key_id }),
      AND: [
        behind(cursor),
        failed ? { OR: [{ status: null }, { status: { gte: 400 } }, { errorCode: { not: null } }] } : {},
      ],
    },
    orderBy: [...NEWEST_FIRST],
    take: limit + 1,
  })
  return pageOf(rows, limit, (row) => ({
    id: row.id,
    key: { id: row.apiKeyId, name: row.keyName, ending: row.keyEnding },
    method: row.method,
    path: row.path,
    status: row.status,
    error_code: row.errorCode,
    latency_ms: row.latencyMs,
    address: row.address,
    created_at: row.createdAt.toISOString(),
  }))
}
