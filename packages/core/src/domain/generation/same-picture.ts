import type { Db, Transaction } from '@printroom/db/client'
import type { UserId } from '../../context.ts'

/** An order that holds a picture's identity: `isGone` where it failed or its picture was deleted. */
export type Holder = { id: string; pictureIdentity: string; isGone: boolean }

/** Who holds these identities among a seller's orders, in one statement. */
export async function holdersOf(
  db: Db | Transaction,
  userId: UserId,
  pictureIdentities: readonly string[],
): Promise<Holder[]> {
  if (pictureIdentities.length === 0) return []
  return db.$queryRaw<Holder[]>`
    SELECT g.id, g.picture_identity AS "pictureIdentity",
      g.status = 'failed' OR (g.status = 'done' AND m.id IS NULL) AS "isGone"
    FROM generations g LEFT JOIN mockups m ON m.generation_id = g.id
    WHERE g.user_id = ${userId}::uuid AND g.picture_identity = ANY(${[...pictureIdentities]}::text[])`
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
