import sharp from 'sharp'
import { type MockupRequest, renderMockup } from './mockup.ts'
import type { Studio } from './studio.ts'

/** Composed at, in pixels: twice a thumbnail. */
const SIDE = 1024

/** The thumbnails of a product without a print: WebP of 512 and of 352 pixels. @throws Error where no plate serves it */
export async function renderBlank(
  studio: Studio,
  request: Omit<MockupRequest, 'design' | 'designSize' | 'ordinal'>,
): Promise<{ thumbnail: Uint8Array; card: Uint8Array }> {
  const nothing = { width: 8, height: 8, channels: 4, background: '#00000000' } as const
  const design = await sharp({ create: nothing }).png().toBuffer()
  const result = await renderMockup(studio, { ...request, design, designSize: 'medium', ordinal: 0, size: SIDE })
  if (!result.ok) throw new Error(`there is no picture of this product: ${result.reason}`)
  return result.mockup
}
