import type { Db, Transaction } from '@printroom/db/client'
import type { UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** What the picture of an ordinal depends on, as a hash; null where no two are alike. */
export type IdentityOf = (ordinal: number) => Promise<string | null>

/** Variations of a shot move its groups of light, which are the channels of a photograph: it would be tinted. There is one picture of an order on a seller's own scene. */
export const SCENE_ORDINAL = 0

/** `next`: the ordinal that the next order of these settings takes. */
type Ordered = { next: number; original: string | null; isRecolour: boolean }

/** Ordinals that are looked at together. */
const AT_ONCE = 16

/**
 * Which shot an order takes, as the how-many-th of its settings; the column is called `seed`. A recolouring keeps that of its original; an order of the same settings takes the next one;
 * one that was ordered from a mockup (`original`) takes the next that is neither that mockup's shot nor a picture which the
 * seller has: whoever asks for another picture gets another.
 * @throws AppError not_found when the original is not the user's
 */
export async function chooseOrdinal(
  tx: Transaction,
  userId: UserId,
  { next, original, isRecolour }: Ordered,
  identityOf: IdentityOf,
): Promise<number> {
  const taken = original === null ? null : await originalOrdinal(tx, userId, original)
  if (isRecolour) return taken ?? 0
  if (original === null) return next
  for (let from = next; ; from += AT_ONCE) {
    const ordinals = Array.from({ length: AT_ONCE }, (_, index) => from + index).filter((ordinal) => ordinal !== taken)
    const identities = await Promise.all(ordinals.map(identityOf))
    const known = await tx.generation.findMany({
      where: {
        userId,
        status: { not: 'failed' },
        pictureIdentity: { in: identities.filter((identity) => identity !== null) },
      },
      select: { pictureIdentity: true },
    })
    const had = new Set(known.map(({ pictureIdentity }) => pictureIdentity))
    const free = identities.findIndex((identity) => identity === null || !had.has(identity))
    if (free >= 0) return ordinals[free] ?? from
  }
}

/** The ordinals that the next orders of these settings take, by the hash of their input; 0 where there is none. */
export async function nextOrdinals(
  db: Db | Transaction,
  userId: UserId,
  inputHashes: readonly string[],
): Promise<Map<string, number>> {
  const last = await db.generation.groupBy({
    by: ['inputHash'],
    where: { userId, inputHash: { in: [...inputHashes] } },
    _max: { seed: true },
  })
  return new Map(last.map(({ inputHash, _max }) => [inputHash, (_max.seed ?? -1) + 1]))
}

async function originalOrdinal(tx: Transaction, userId: UserId, id: string): Promise<number | null> {
  const original = await tx.mockup.findFirst({ where: { id, userId }, include: { generation: true } })
  if (!original) throw new AppError('not_found', { error: 'The mockup to make again is not here any more.' })
  return original.generation?.seed ?? null
}
