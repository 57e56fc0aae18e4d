import type { Transaction } from '@printroom/db/client'
import type { UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** What the picture of an ordinal depends on, as a hash; null where no two are alike. */
export type IdentityOf = (ordinal: number) => Promise<string | null>

type Ordered = { inputHash: string; original: string | null; isRecolour: boolean }

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
  { inputHash, original, isRecolour }: Ordered,
  identityOf: IdentityOf,
): Promise<number> {
  const taken = original === null ? null : await originalOrdinal(tx, userId, original)
  if (isRecolour) return taken ?? 0
  const { _max: last } = await tx.generation.aggregate({ where: { userId, inputHash }, _max: { seed: true } })
  const next = (last.seed ?? -1) + 1
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

async function originalOrdinal(tx: Transaction, userId: UserId, id: string): Promise<number | null> {
  const original = await tx.mockup.findFirst({ where: { id, userId }, include: { generation: true } })
  if (!original) throw new AppError('not_found', { error: 'The mockup to make again is not here any more.' })
  return original.generation?.seed ?? null
}
