import { REQUESTS_KEPT_DAYS, REQUESTS_KEPT_MAX } from '@printroom/contract/limits'
import type { Context } from '../../context.ts'

/** Rows of one statement. */
const AT_ONCE = 5_000

/** Forgets requests that are older than a week, and of an account that made very many all but the latest. @returns how many */
export async function sweepRequests(
  { db, clock }: Context,
  { most = REQUESTS_KEPT_MAX }: { most?: number } = {},
): Promise<number> {
  const oldest = new Date(clock.now().getTime() - REQUESTS_KEPT_DAYS * 86_400_000)
  let forgotten = 0
  const until = async (forget: () => Promise<number>) => {
    for (let count = AT_ONCE; count === AT_ONCE; forgotten += count) count = await forget()
  }
  await until(
    () => db.$executeRaw`
      DELETE FROM api_requests WHERE id IN (SELECT id FROM api_requests WHERE created_at < ${oldest} LIMIT ${AT_ONCE}::int)`,
  )
  const many = await db.apiRequest.groupBy({ by: ['userId'], having: { id: { _count: { gt: most } } } })
  for (const { userId } of many)
    await until(
      () => db.$executeRaw`
        DELETE FROM api_requests WHERE id IN (
          SELECT id FROM api_requests WHERE user_id = ${userId}::uuid ORDER BY created_at DESC, id DESC OFFSET ${most}::int LIMIT ${AT_ONCE}::int)`,
    )
  return forgotten
}
