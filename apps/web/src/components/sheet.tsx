import type { ReactNode } from 'react'
import { Dialog as Radix } from 'radix-ui'
import { OVERLAY } from '~/components/dialog.tsx'
import { cn } from '~/lib/cn.ts'

type SheetProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  className?: string
  children: ReactNode
}

/** A panel from the left edge. */
export default function Sheet({ isOpen, onOpenChange, title, className, children }: SheetProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          aria-describedby={undefined}
          className={cn(
            'fixed inset-y-0 left-0 z-50 flex flex-col border-r bg-sheet shadow-lift data-[state=closed]:animate-fade-out data-[state=open]:animate-slide-in',
            className,
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
