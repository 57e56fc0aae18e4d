import type { Page } from '@printroom/contract/paging'
import type { SceneWire } from '@printroom/contract/scenes'
import type { PageWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { NEWEST_FIRST, behind, pageOf } from '../../paging.ts'
import { toSceneWire } from './wire.ts'

/** A user's scenes, newest first, a page at a time. @throws AppError bad_input (cursor) */
export async function listScenes(
  { db }: Context,
  userId: UserId,
  { cursor, limit }: Page,
): Promise<PageWire<SceneWire>> {
  const rows = await db.scene.findMany({
    where: { userId, ...behind(cursor) },
    orderBy: [...NEWEST_FIRST],
    take: limit + 1,
  })
  return pageOf(rows, limit, toSceneWire)
}

/** One of a user's scenes. @throws AppError not_found */
export async function getScene({ db }: Context, userId: UserId, id: string): Promise<SceneWire> {
  const scene = await db.scene.findFirst({ where: { id, userId } })
  if (!scene) throw new AppError('not_found')
  return toSceneWire(scene)
}

/** Gives a scene another name. @throws AppError not_found */
export async function renameScene(
  { db }: Context,
  userId: UserId,
  { id, name }: { id: string; name: string },
): Promise<SceneWire> {
  const [scene] = await db.scene.updateManyAndReturn({ where: { id, userId }, data: { name } })
  if (!scene) throw new AppError('not_found')
  return toSceneWire(scene)
}
