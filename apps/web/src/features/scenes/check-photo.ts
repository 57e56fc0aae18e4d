import { SCENE_PHOTO_MAX_BYTES, SCENE_PSD_MAX_BYTES } from '@printroom/contract/limits'
import { SCENE } from '@printroom/contract/scenes'
import { isHeic, isPsd } from '~/features/scenes/photo-kinds.ts'

const KINDS = new Set(['image/jpeg', 'image/png'])

/** Why a file cannot be measured, as far as its outside tells, or null. The server looks inside. */
export function checkPhoto(file: { type: string; name: string; size: number }): string | null {
  const { type, size } = file
  if (size === 0) return SCENE.empty
  if (isPsd(file)) return size > SCENE_PSD_MAX_BYTES ? SCENE.psdTooLarge : null
  if (!KINDS.has(type) && !isHeic(file)) return SCENE.notPhotograph
  return size > SCENE_PHOTO_MAX_BYTES ? SCENE.tooLarge : null
}
