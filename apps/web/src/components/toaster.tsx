import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { TOAST_MS } from '@printroom/contract/limits'
import { cn } from '~/lib/cn.ts'
import { dismissToast, useToast } from '~/lib/toast.ts'

/** The one toast there may be. F8 moves the focus to it. On a phone it comes above, where no dialog has its buttons. */
export default function Toaster() {
  const toast = useToast()
  const isDestructive = toast?.variant === 'destructive'
  return (
    <Radix.Provider duration={TOAST_MS} swipeDirection="right">
      {toast && (
        <Radix.Root
          key={toast.id}
          open={toast.isOpen}
          type={isDestructive ? 'foreground' : 'background'}
          onOpenChange={(isOpen) => {
            if (!isOpen) dismissToast(toast.id)
          }}
          className={cn(
            'pointer-events-auto flex items-start gap-3 rounded-lg border bg-sheet p-4 shadow-lift data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
            isDestructive && 'border-transparent bg-alarm text-on-alarm',
          )}
        >
          <div className="min-w-0 flex-1 text-sm">
            <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
            {toast.description && (
              <Radix.Description className={cn('mt-0.5 break-words', !isDestructive && 'text-pencil')}>
                {toast.description}
              </Radix.Description>
            )}
            {toast.action && (
              <Radix.Action asChild altText={toast.action.label}>
                <Link to={toast.action.to} className="mt-2 inline-block font-semibold underline underline-offset-4">
                  {toast.action.label}
                </Link>
              </Radix.Action>
            )}
          </div>
          <Radix.Close aria-label="Close" className="-m-1 rounded-sm p-1 opacity-80 hover:opacity-100">
            <X className="size-4" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        hotkey={['F8']}
        className="pointer-events-none fixed inset-x-0 top-0 z-[60] m-0 ml-auto flex w-full max-w-[420px] list-none flex-col gap-2 p-4 outline-none sm:top-auto sm:bottom-0"
      />
    </Radix.Provider>
  )
}
