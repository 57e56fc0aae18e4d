import type { ReactNode } from 'react'
import { Dialog as Radix } from 'radix-ui'
import { OVERLAY } from '~/components/dialog.tsx'
import { cn } from '~/lib/cn.ts'

type SheetProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  side?: keyof typeof SIDES
  className?: string
  children: ReactNode
}

const SIDES = {
  left: 'inset-y-0 left-0 border-r data-[state=open]:animate-slide-in',
  bottom: 'inset-x-0 bottom-0 max-h-[85svh] rounded-t-xl border-t data-[state=open]:animate-rise-up',
} as const

/** A panel from an edge. */
export default function Sheet({ isOpen, onOpenChange, title, side = 'left', className, children }: SheetProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          aria-describedby={undefined}
          className={cn(
            'fixed z-50 flex flex-col bg-sheet shadow-lift data-[state=closed]:animate-fade-out',
            SIDES[side],
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
