import type { ReactNode } from 'react'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogClose, DialogContent } from '~/components/dialog.tsx'
import { PlacementFields } from '~/features/placing/placement-fields.tsx'
import type { Placing } from '~/features/placing/placing.ts'

/** Where there is no room beside the choices: the preview as wide as the screen, with the numbers below it. */
export function PlacementDialog({
  placing,
  picture,
  onClose,
}: {
  placing: Placing
  picture: ReactNode
  onClose: () => void
}) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Adjust placement"
        note="Drag the print, pinch it, or take it by a corner."
        className="max-w-2xl max-sm:inset-0 max-sm:top-0 max-sm:max-h-none max-sm:w-full max-sm:translate-y-0 max-sm:rounded-none max-sm:border-0 max-sm:[&>footer]:mt-auto"
        onEscapeKeyDown={(event) => {
          // On the print Escape goes back to the size.
          if (event.target instanceof Element && event.target.closest('[data-print-overlay]')) event.preventDefault()
        }}
        footer={
          <DialogClose asChild>
            <Button className="max-sm:w-full">Done</Button>
          </DialogClose>
        }
      >
        <div className="space-y-4">
          <div className="mx-auto max-w-[min(100%,46svh)] sm:max-w-[44svh]">{picture}</div>
          <PlacementFields placing={placing} />
        </div>
      </DialogContent>
    </Dialog>
  )
}
