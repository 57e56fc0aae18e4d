/** What a mask is mended on: the blank garment, and the shares of garment that were found and that there are. */
export type Loaded = { picture: ImageBitmap; found: Uint8Array; shares: Uint8Array }

/** @throws Error where one of them does not come */
export async function loadMask(url: string, side: number): Promise<Loaded> {
  const part = (name: string) => `${url}${url.includes('?') ? '&' : '?'}part=${name}`
  const [picture, found, mask] = await Promise.all([fetched(part('picture')), fetched(part('found')), fetched(url)])
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas')
  const sharesOf = (bitmap: ImageBitmap): Uint8Array => {
    context.drawImage(bitmap, 0, 0, side, side)
    const { data } = context.getImageData(0, 0, side, side)
    return new Uint8Array(side * side).map((_, at) => data[4 * at] ?? 0)
  }
  return { picture, found: sharesOf(found), shares: sharesOf(mask) }
}

async function fetched(url: string): Promise<ImageBitmap> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  // As they are stored: a screen's own profile would move the shares.
  return createImageBitmap(await answer.blob(), { colorSpaceConversion: 'none' })
}
