import type { ReactNode } from 'react'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { cn } from '~/lib/cn.ts'
import { addToast } from '~/lib/toast.ts'

type ShownOnceProps = { title: string; note: string; onClose: () => void; children: ReactNode }

/** What was made and is never shown again, to be copied from here. */
export const ShownOnce = ({ title, note, onClose, children }: ShownOnceProps) => (
  <Dialog open onOpenChange={onClose}>
    <DialogContent title={title} note={note} className="max-w-md" footer={<Button onClick={onClose}>Done</Button>}>
      {children}
    </DialogContent>
  </Dialog>
)

type CopiedProps = {
  text: string
  /** In the toast: `Key`. */
  what: string
  button?: string
  testId?: string
  className?: string
}

/** A text, and what copies it. */
export function Copied({ text, what, button = 'Copy', testId, className }: CopiedProps) {
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text)
    addToast({ title: `${what} copied` })
  }
  return (
    <>
      <code className={cn('block rounded-md border bg-paper p-3 text-sm break-all', className)} data-testid={testId}>
        {text}
      </code>
      <Button variant="secondary" size="sm" className="mt-3" onClick={() => void copy()}>
        {button}
      </Button>
    </>
  )
}
