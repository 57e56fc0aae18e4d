import { DESIGNS, type ExampleDesign } from '~/features/examples/designs.ts'

const SAMPLES = 3

/** Our first three designs as PNG files, as a seller would have them. @throws Error when one cannot be fetched or drawn */
export const sampleFiles = (): Promise<File[]> => Promise.all(DESIGNS.slice(0, SAMPLES).map(asFile))

/** The page's own copy is WebP, which is no design: it is drawn once more as a PNG, transparent where it is. */
async function asFile({ name, src }: ExampleDesign): Promise<File> {
  const answer = await fetch(src)
  if (!answer.ok) throw new Error(`${answer.status}: ${src}`)
  const picture = await createImageBitmap(await answer.blob())
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  picture.close()
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!png) throw new Error(`${name} could not be drawn`)
  return new File([png], `${name.toLowerCase()}.png`, { type: 'image/png' })
}
