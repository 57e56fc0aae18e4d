import { ERRORS } from '@printroom/contract/errors'
import { THUMBNAIL_SIDES } from '@printroom/contract/limits'
import { UPLOAD } from '@printroom/contract/messages'
import { checkPng, type PngRefusal } from '@printroom/studio/design/png-header'

/**
 * Judges a file as the server would by its outside, decodes it, and draws it in small. Nothing leaves the browser.
 * @returns a PNG of at most 512 pixels a side, and the file's own sides in pixels
 * @throws Error with a sentence for a person where it is no design
 */
export async function readDesign(file: File): Promise<{ small: Blob; width: number; height: number }> {
  const check = checkPng(new Uint8Array(await file.arrayBuffer()))
  if (!check.ok) throw new Error(sentenceOf(check))
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(ERRORS.unreadable_png[1])
  })
  const { width, height } = picture
  const scale = Math.min(1, THUMBNAIL_SIDES.stored / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!small) throw new Error('This PNG could not be drawn here. Please save it smaller.')
  return { small, width, height }
}

/** As the server says it. */
function sentenceOf(refusal: PngRefusal): string {
  switch (refusal.reason) {
    case 'not-png':
      return UPLOAD.onlyPng
    case 'too-large':
      return refusal.limit === 'bytes' ? UPLOAD.tooLarge : UPLOAD.tooManyPixels
    case 'animated':
      return UPLOAD.animated
    case 'scattered':
      return UPLOAD.scattered
    case 'unreadable':
      return ERRORS.unreadable_png[1]
  }
}
