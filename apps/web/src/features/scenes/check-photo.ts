import { SCENE_PHOTO_MAX_BYTES, SCENE_PSD_MAX_BYTES } from '@printroom/contract/limits'
import { SCENE } from '@printroom/contract/scenes'

const KINDS = new Set(['image/jpeg', 'image/png'])
/** Not every browser knows these types by name. */
const HEIC = /\.hei[cf]$/i
const PSD = /\.psd$/i

/** Whether browsers other than Safari show nothing of it: what it is the server alone can tell. */
export const isHeic = ({ type, name }: { type: string; name: string }): boolean =>
  HEIC.test(name) || /^image\/hei[cf]/.test(type)
export const isPsd = ({ type, name }: { type: string; name: string }): boolean =>
  PSD.test(name) || type === 'image/vnd.adobe.photoshop'

/** Why a file cannot be measured, as far as its outside tells, or null. The server looks inside. */
export function checkPhoto(file: { type: string; name: string; size: number }): string | null {
  const { type, size } = file
  if (size === 0) return SCENE.empty
  if (isPsd(file)) return size > SCENE_PSD_MAX_BYTES ? SCENE.psdTooLarge : null
  if (!KINDS.has(type) && !isHeic(file)) return SCENE.notPhotograph
  return size > SCENE_PHOTO_MAX_BYTES ? SCENE.tooLarge : null
}
