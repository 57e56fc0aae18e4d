import { useEffect, useRef, useState, type RefObject } from 'react'
import type { PreviewRequest, Scene } from '~/features/preview/messages.ts'
import { createPreviewer } from '~/features/preview/previewer.ts'

export type Preview = { state: 'loading' | 'no-plate' | 'failed'; scene: null } | { state: 'drawn'; scene: Scene }

const LOADING: Preview = { state: 'loading', scene: null }

/** Draws the request on the canvas, and again whenever it changes. The last picture stays until the next is there. */
export function usePreview(canvas: RefObject<HTMLCanvasElement | null>, request: PreviewRequest): Preview {
  const [preview, setPreview] = useState(LOADING)
  const previewer = useRef<ReturnType<typeof createPreviewer>>(undefined)
  const wish = JSON.stringify(request)

  useEffect(() => {
    const made = createPreviewer((answer) => {
      if (answer.state !== 'drawn') return setPreview({ state: answer.state, scene: null })
      canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(answer.bitmap)
      setPreview({ state: 'drawn', scene: answer.scene })
    })
    previewer.current = made
    return () => made.close()
  }, [canvas])

  useEffect(() => {
    // A line that said there is nothing to show must not stand over what is being drawn.
    setPreview((now) => (now.state === 'drawn' ? now : LOADING))
    previewer.current?.ask(JSON.parse(wish) as PreviewRequest)
  }, [wish])

  return preview
}
