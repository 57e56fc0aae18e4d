import { useRef, type ReactNode } from 'react'
import type { Lattice } from '@printroom/studio/geometry/lattice-map'
import type { PreviewRequest } from '~/features/preview/messages.ts'
import { usePreview, type Preview } from '~/features/preview/use-preview.ts'
import { cn } from '~/lib/cn.ts'

type PreviewCanvasProps = {
  request: PreviewRequest
  /** What the picture shows, for who cannot see it. */
  label: string
  /** Address of what stands in the picture's place until the first is drawn. */
  waiting: string | undefined
  /** Stands there where there is nothing to draw, or nothing to wait by. */
  instead: ReactNode
  /** Lies over the picture, and is told where the print area is in it. */
  renderOverlay?: (lattice: Lattice) => ReactNode
  children: (preview: Preview) => ReactNode
  className?: string
}

/** The design on the product, drawn here and now; what stands below it is told how that went. */
export function PreviewCanvas({
  request,
  label,
  waiting,
  instead,
  renderOverlay,
  children,
  className,
}: PreviewCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const preview = usePreview(canvas, request)
  const isDrawn = preview.scene !== null
  const isWaiting = preview.state === 'loading' || preview.state === 'stale'
  return (
    <>
      <div
        className={cn(
          'relative grid aspect-square place-items-center overflow-hidden rounded-xl border bg-sheet',
          className,
        )}
      >
        {preview.state === 'loading' && waiting ? (
          <img src={waiting} alt="" width={256} height={256} className="size-full object-cover blur-[2px]" />
        ) : (
          !isDrawn && instead
        )}
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          data-state={preview.state}
          width={512}
          height={512}
          className={cn('absolute inset-0 size-full object-contain', !isDrawn && 'invisible')}
        />
        {preview.lattice && renderOverlay?.(preview.lattice)}
        {/* Only where it takes so long that a person would wonder. */}
        {isWaiting && <span className="absolute inset-x-0 bottom-0 h-0.5 animate-[fade-in_200ms_250ms_both] bg-cyan" />}
      </div>
      {children(preview)}
    </>
  )
}
