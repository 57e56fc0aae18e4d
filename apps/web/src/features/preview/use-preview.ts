import { useEffect, useRef, useState, type RefObject } from 'react'
import type { PreviewRequest, Taken } from '~/features/preview/messages.ts'
import { createPreviewer } from '~/features/preview/previewer.ts'

/** Stale: the picture of a choice before, until the next one is there. */
export type Preview =
  | { state: 'loading' | 'no-plate' | 'failed'; scene: null; lattice: null }
  | ({ state: 'drawn' | 'stale' } & Taken)

const LOADING: Preview = { state: 'loading', scene: null, lattice: null }

/** Draws the request on the canvas, and again whenever it changes. The last picture stays until the next is there. */
export function usePreview(canvas: RefObject<HTMLCanvasElement | null>, request: PreviewRequest): Preview {
  const [preview, setPreview] = useState(LOADING)
  const previewer = useRef<ReturnType<typeof createPreviewer>>(undefined)
  const wish = JSON.stringify(request)

  useEffect(() => {
    const made = createPreviewer((answer, isLast) => {
      if (answer.state !== 'drawn') return setPreview({ state: answer.state, scene: null, lattice: null })
      canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(answer.bitmap)
      const { scene, lattice } = answer
      setPreview({ state: isLast ? 'drawn' : 'stale', scene, lattice })
    })
    previewer.current = made
    return () => made.close()
  }, [canvas])

  useEffect(() => {
    // A line that said there is nothing to show must not stand over what is being drawn.
    setPreview((now) => (now.scene ? { ...now, state: 'stale' } : LOADING))
    previewer.current?.ask(JSON.parse(wish) as PreviewRequest)
  }, [wish])

  return preview
}
