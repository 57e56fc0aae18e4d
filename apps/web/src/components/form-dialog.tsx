import { useId, type FormEvent, type ReactNode } from 'react'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogClose, DialogContent } from '~/components/dialog.tsx'

type FormDialogProps = {
  title: string
  note?: string
  /** What its button says. */
  save: string
  isReady: boolean
  onSubmit: () => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
  /** What stands below the form and is no part of it. */
  below?: ReactNode
}

/** A few fields, and buttons that stay in sight: Cancel, and what Enter presses too. */
export function FormDialog({ title, note, save, isReady, onSubmit, onClose, children, below }: FormDialogProps) {
  const form = useId()
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isReady) onSubmit()
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={title}
        note={note}
        className="max-w-md"
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={form} disabled={!isReady}>
              {save}
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={submit} className="grid gap-5 pt-1">
          {children}
        </form>
        {below}
      </DialogContent>
    </Dialog>
  )
}
