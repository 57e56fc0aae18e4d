import { Brush, TriangleAlert } from 'lucide-react'
import type { SceneWire } from '@printroom/contract/scenes'
import { Button } from '~/components/button.tsx'
import { Spinner } from '~/components/spinner.tsx'

/** Where a scene's mask is edited, and what came of the last one. */
export function MaskState({ scene: { mask }, onMask }: { scene: SceneWire; onMask: () => void }) {
  if (!mask) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" size="sm" onClick={onMask}>
        <Brush /> Edit Mask
      </Button>
      <p role="status" className="flex items-center gap-2 text-sm text-pencil">
        {mask.state === 'mending' ? (
          <>
            <Spinner /> Working your mask in. Until then mockups are made as before.
          </>
        ) : mask.failure ? (
          <>
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-amber" /> {mask.failure}
          </>
        ) : (
          mask.state === 'mended' && 'Your mask is in: the garment takes every color.'
        )}
      </p>
    </div>
  )
}
