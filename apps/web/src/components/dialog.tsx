import type { ComponentProps, ReactNode } from 'react'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { Button } from '~/components/button.tsx'
import { cn } from '~/lib/cn.ts'
import { returnFocus } from '~/lib/focus-origin.ts'

export const Dialog = Radix.Root
export const DialogClose = Radix.Close

export const OVERLAY =
  'fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'

export const PANEL =
  'fixed inset-x-0 top-1/2 z-50 mx-auto flex max-h-[min(92svh,860px)] w-[calc(100%-2rem)] -translate-y-1/2 flex-col overflow-hidden rounded-xl border bg-sheet shadow-lift data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in'

type ContentProps = ComponentProps<typeof Radix.Content> & { title: string; note?: ReactNode; footer?: ReactNode }

/** A dialog with its heading, a body that scrolls and, where there is one, a footer that stays. */
export function DialogContent({ title, note, footer, className, children, ...props }: ContentProps) {
  return (
    <Radix.Portal>
      <Radix.Overlay className={OVERLAY} />
      <Radix.Content
        className={cn(PANEL, 'max-w-lg', className)}
        onCloseAutoFocus={returnFocus}
        {...(note ? {} : NO_NOTE)}
        {...props}
      >
        <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-4 sm:px-6">
          <div className="min-w-0">
            <Radix.Title className="truncate font-display text-xl font-medium">{title}</Radix.Title>
            {note && <Radix.Description className="mt-1 text-sm text-pencil">{note}</Radix.Description>}
          </div>
          <Radix.Close asChild>
            <Button variant="ghost" size="icon-sm" aria-label="Close" className="-mt-1 -mr-2">
              <X />
            </Button>
          </Radix.Close>
        </header>
        <div className="min-h-0 overflow-y-auto px-5 pb-6 sm:px-6">{children}</div>
        {footer && <DialogFooter>{footer}</DialogFooter>}
      </Radix.Content>
    </Radix.Portal>
  )
}

// Radix warns of a dialog without a description unless it is told that none is meant.
const NO_NOTE = { 'aria-describedby': undefined }

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t bg-paper px-5 py-3 sm:px-6">
      {children}
    </footer>
  )
}
