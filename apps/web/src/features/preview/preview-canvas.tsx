import { useRef, type ReactNode } from 'react'
import type { PreviewRequest } from '~/features/preview/messages.ts'
import { usePreview, type Preview } from '~/features/preview/use-preview.ts'
import { cn } from '~/lib/cn.ts'

type PreviewCanvasProps = {
  request: PreviewRequest
  /** What the picture shows, for who cannot see it. */
  label: string
  /** Stands in the picture's place where there is none. */
  instead: ReactNode
  children: (preview: Preview) => ReactNode
  className?: string
}

/** The design on the product, drawn here and now; what stands below it is told how that went. */
export function PreviewCanvas({ request, label, instead, children, className }: PreviewCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const preview = usePreview(canvas, request)
  const isDrawn = preview.state === 'drawn'
  return (
    <>
      <div className={cn('relative grid aspect-square place-items-center overflow-hidden rounded-xl border bg-sheet', className)}>
        {!isDrawn && instead}
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          data-state={preview.state}
          width={512}
          height={512}
          className={cn('absolute inset-0 size-full object-contain', !isDrawn && 'invisible')}
        />
        {preview.state === 'loading' && <span className="absolute inset-x-0 bottom-0 h-0.5 animate-pulse bg-cyan" />}
      </div>
      {children(preview)}
    </>
  )
}
