import type { Db } from '@printroom/db/client'

/** All that an account ordered and was charged, as the database has it. */
export async function readBooks(db: Db, userId: string) {
  const include = { mockup: { select: { id: true } } } as const
  const generations = await db.generation.findMany({ where: { userId }, include })
  const entries = await db.creditEntry.findMany({ where: { userId } })
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } })
  const months = await db.apiKeyMonth.findMany({ where: { key: { userId } } })
  const [{ jobs } = { jobs: 0 }] = await db.$queryRaw<{ jobs: number }[]>`
    SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE task_identifier = 'render-mockup'`
  return {
    generations,
    /** Those that cost a credit: no other order's picture was their answer. */
    paid: generations.filter(({ sameAsId }) => sameAsId === null),
    unfinished: generations.flatMap(({ id, status }) => (status === 'queued' || status === 'rendering' ? id : [])),
    entries,
    balance: user.planCredits + user.topupCredits,
    spentByKey: new Map(months.map(({ apiKeyId, spent }) => [apiKeyId, spent])),
    jobs,
  }
}
