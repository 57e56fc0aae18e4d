import type { WorkerContext } from '../../context.ts'
import { StorageMissing } from '../files/storage.ts'

/** The folder of the plate of a user's scene; null where the scene, or its file, is not there any more. */
export async function scenePlates(
  { db, plates }: Pick<WorkerContext, 'db' | 'plates'>,
  userId: string,
  id: string,
): Promise<string | null> {
  const scene = await db.scene.findFirst({ where: { id, userId }, select: { fileKey: true } })
  if (!scene?.fileKey) return null
  return plates.open(scene.fileKey).catch((error: unknown) => {
    if (error instanceof StorageMissing) return null
    throw error
  })
}
