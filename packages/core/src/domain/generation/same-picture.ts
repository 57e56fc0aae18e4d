import type { Transaction } from '@printroom/db/client'
import type { UserId } from '../../context.ts'

/**
 * The order that makes or has made a seller's picture of this identity, or null. A picture that failed or was deleted is
 * none, and gives its identity up. The caller holds the user's row, so that of two equal orders the second finds the first.
 * @param designId of the same pixels: a picture whose own design was deleted belongs to it from now on, so that it can be
 * recoloured and made again
 * @returns the order's id
 */
export async function findSamePicture(
  tx: Transaction,
  userId: UserId,
  pictureIdentity: string | null,
  designId: string,
): Promise<string | null> {
  if (pictureIdentity === null) return null
  const found = await tx.generation.findUnique({
    where: { userId_pictureIdentity: { userId, pictureIdentity } },
    include: { mockup: true },
  })
  if (!found) return null
  const isGone = found.status === 'failed' || (found.status === 'done' && !found.mockup)
  if (isGone) {
    await tx.generation.update({ where: { id: found.id }, data: { pictureIdentity: null } })
    return null
  }
  if (found.mockup?.designId === null) await tx.mockup.update({ where: { id: found.mockup.id }, data: { designId } })
  return found.id
}
