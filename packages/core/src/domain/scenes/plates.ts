import type { WorkerContext } from '../../context.ts'
import { StorageMissing } from '../files/storage.ts'

/** The plates of sellers' own scenes on this machine's disk, as many as were used last. */
export type PlateCache = {
  /** The folder of a plate, unpacked from its file where it is not there yet. @throws StorageMissing; Error where it is no plate of ours */
  open(fileKey: string): Promise<string>
  /** Takes what was unpacked of deleted files away. */
  forget(keys: readonly string[]): Promise<void>
}

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
