import { MASK_PARTS, type MaskPart, PREVIEW_PARTS, type PreviewPart } from '@printroom/contract/scenes'
import type { SmallStudio } from '@printroom/studio/plate/small-studio'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { SceneManifests } from '../generation/engine.ts'
import { BINARY, ZIP } from '../files/keys.ts'
import { versionOf } from './wire.ts'
import { type OpenFile, openFile, openThumbnail } from '../files/open-file.ts'

/** A ready scene's rows as they are stored. @throws AppError not_found where it is not the user's, or has nothing yet */
async function readyScene({ db }: Context, userId: UserId, id: string) {
  const scene = await db.scene.findFirst({ where: { id, userId, status: 'ready' } })
  if (!scene?.fileKey || !scene.thumbnailKey) throw new AppError('not_found')
  return { ...scene, fileKey: scene.fileKey, thumbnailKey: scene.thumbnailKey }
}

/** A ready scene's plate as a zip, or the blank garment's thumbnail (`side`: a card's), for its owner. @throws AppError not_found */
export async function openScene(
  context: Context,
  userId: UserId,
  id: string,
  part: 'plate' | 'thumbnail',
  side?: number,
): Promise<OpenFile> {
  const scene = await readyScene(context, userId, id)
  return part === 'plate'
    ? openFile(context, scene.fileKey, ZIP, `${scene.name}.zip`)
    : openThumbnail(context, scene, `${scene.name}.webp`, side !== undefined)
}

/**
 * What the live preview needs of a ready scene, in the shape that it has of ours: one plate and one backdrop, their files as
 * addresses from the root of the server. @throws AppError not_found
 */
export async function previewScene(context: Context, userId: UserId, id: string): Promise<SmallStudio> {
  const scene = await readyScene(context, userId, id)
  const { plate, backdrop } = scene.manifests as unknown as SceneManifests
  const at = (part: PreviewPart) => `/api/scenes/${id}/preview/${part}${versionOf(scene)}`
  return {
    plates: [{ manifest: plate, map: at('map'), light: at('light'), shadow: at('shadow') }],
    backdrops: [{ manifest: backdrop, light: at('backdrop') }],
  }
}

/** One file of a ready scene's preview: the map is gzipped, the others are pictures. @throws AppError not_found */
export async function openPreview(context: Context, userId: UserId, id: string, part: PreviewPart): Promise<OpenFile> {
  const scene = await readyScene(context, userId, id)
  const key = scene.previewKeys[PREVIEW_PARTS.indexOf(part)]
  if (!key) throw new AppError('not_found')
  const isMap = part === 'map'
  return openFile(context, key, isMap ? BINARY : 'image/webp', `${part}.${isMap ? 'bin' : 'webp'}`)
}

/** A ready scene's mask, or with `part` what it is mended on. @throws AppError not_found, also where nothing was kept to mend */
export async function openMask(context: Context, userId: UserId, id: string, part?: MaskPart): Promise<OpenFile> {
  const scene = await readyScene(context, userId, id)
  const kept = scene.mendKeys[1 + MASK_PARTS.indexOf(part ?? 'found')]
  const key = part ? kept : (scene.maskKey ?? kept)
  if (!key) throw new AppError('not_found')
  const isPicture = part === 'picture'
  const name = part ?? 'mask'
  return openFile(context, key, isPicture ? 'image/webp' : 'image/png', `${name}.${isPicture ? 'webp' : 'png'}`)
}
