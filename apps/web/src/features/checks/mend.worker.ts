import { solidCopy, withoutHalo } from '@printroom/studio/checks/mend'
import { loadDesign } from '~/features/preview/load-plate.ts'

/** A design's file, and what is to be made of it; `fringe` is the width of its light edge in its own pixels. */
export type CopyOrder = { url: string; copy: 'solid' | 'cleaned'; fringe: number }

// Beside the page and beside the preview: a large design takes seconds.
addEventListener('message', ({ data: { url, copy, fringe } }: MessageEvent<CopyOrder>) => {
  void make(url, copy, fringe).then(
    (png) => postMessage({ png }),
    (error: unknown) => postMessage({ error: String(error) }),
  )
})

async function make(url: string, copy: CopyOrder['copy'], fringe: number): Promise<Blob> {
  const design = await loadDesign(url)
  const { width, height, data } = copy === 'solid' ? solidCopy(design) : withoutHalo(design, fringe)
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}
