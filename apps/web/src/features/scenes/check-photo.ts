import { SCENE_PHOTO_MAX_BYTES } from '@printroom/contract/limits'
import { SCENE } from '@printroom/contract/scenes'

const KINDS = new Set(['image/jpeg', 'image/png'])
/** Not every browser knows the type by name. */
const HEIC = /\.hei[cf]$/i

/** Why a file cannot be measured, as far as its outside tells, or null. The server looks inside. */
export function checkPhoto({ type, name, size }: { type: string; name: string; size: number }): string | null {
  if (HEIC.test(name) || /^image\/hei[cf]/.test(type)) return SCENE.heic
  if (size === 0) return SCENE.empty
  if (!KINDS.has(type)) return SCENE.notPhotograph
  return size > SCENE_PHOTO_MAX_BYTES ? SCENE.tooLarge : null
}
