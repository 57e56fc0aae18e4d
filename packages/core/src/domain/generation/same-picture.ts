import type { Db, Transaction } from '@printroom/db/client'
import type { UserId } from '../../context.ts'

/** An order that holds a picture's identity: `isGone` where it failed or its picture was deleted. */
export type Holder = { id: string; pictureIdentity: string; isGone: boolean }

/** Who holds these identities among a seller's orders. */
export async function holdersOf(
  db: Db | Transaction,
  userId: UserId,
  pictureIdentities: readonly string[],
): Promise<Holder[]> {
  if (pictureIdentities.length === 0) return []
  const found = await db.generation.findMany({
    where: { userId, pictureIdentity: { in: [...pictureIdentities] } },
    select: { id: true, status: true, pictureIdentity: true, mockup: { select: { id: true } } },
  })
  return found.flatMap(({ id, status, pictureIdentity, mockup }) =>
    pictureIdentity === null
      ? []
      : { id, pictureIdentity, isGone: status === 'failed' || (status === 'done' && !mockup) },
  )
}

/**
 * The orders that make or have made a seller's pictures of these identities. A picture that failed or was deleted is none,
 * and gives its identity up. The caller holds the user's row, so that of two equal orders the second finds the first.
 * @param wanted identities, each with a design of the same pixels: a picture whose own design was deleted belongs to it from
 * now on, so that it can be recoloured and made again
 * @returns the orders' ids by identity
 */
export async function findSamePictures(
  tx: Transaction,
  userId: UserId,
  wanted: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const holders = await holdersOf(tx, userId, [...wanted.keys()])
  const gone = holders.filter(({ isGone }) => isGone).map(({ id }) => id)
  if (gone.length > 0) await tx.generation.updateMany({ where: { id: { in: gone } }, data: { pictureIdentity: null } })
  const there = holders.filter(({ isGone }) => !isGone)
  if (there.length > 0) {
    const designs = there.map(({ pictureIdentity }) => wanted.get(pictureIdentity))
    await tx.$executeRaw`
      UPDATE mockups SET design_id = taken.design_id
      FROM unnest(${there.map(({ id }) => id)}::uuid[], ${designs}::uuid[]) AS taken(generation_id, design_id)
      WHERE mockups.generation_id = taken.generation_id AND mockups.user_id = ${userId}::uuid AND mockups.design_id IS NULL`
  }
  return new Map(there.map(({ pictureIdentity, id }) => [pictureIdentity, id]))
}
