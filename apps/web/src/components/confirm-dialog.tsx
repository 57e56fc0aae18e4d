import type { ReactNode } from 'react'
import { AlertDialog as Radix } from 'radix-ui'
import { Button } from '~/components/button.tsx'
import { DialogFooter, OVERLAY, PANEL } from '~/components/dialog.tsx'
import { cn } from '~/lib/cn.ts'
import { returnFocus } from '~/lib/focus-origin.ts'

type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  confirmLabel: string
  cancelLabel?: string
  isPending?: boolean
  isDestructive?: boolean
  onConfirm: () => void
  children: ReactNode
}

/** Asks before something is destroyed, or costs; the focus starts on the way out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    onOpenChange,
    title,
    confirmLabel,
    cancelLabel = 'Cancel',
    isPending = false,
    isDestructive = true,
    onConfirm,
    children,
  } = props
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content onCloseAutoFocus={returnFocus} className={cn(PANEL, 'max-w-md')}>
          <div className="px-5 py-5 sm:px-6">
            <Radix.Title className="font-display text-xl font-medium">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="mt-2 text-sm text-pencil">{children}</div>
            </Radix.Description>
          </div>
          <DialogFooter>
            <Radix.Cancel asChild>
              <Button variant="secondary" className="max-sm:grow">
                {cancelLabel}
              </Button>
            </Radix.Cancel>
            <Button
              variant={isDestructive ? 'destructive' : 'primary'}
              disabled={isPending}
              onClick={onConfirm}
              className="max-sm:grow"
            >
              {confirmLabel}
            </Button>
          </DialogFooter>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
