import type { ReactNode } from 'react'
import { Tooltip as Radix } from 'radix-ui'

type TooltipProps = { label: string; side?: 'top' | 'right' | 'bottom'; children: ReactNode }

/** Its code is loaded when there is something to label: most people never see one. */
export default function Tooltip({ label, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            className="z-50 animate-fade-in rounded-md bg-ink px-2 py-1 text-xs font-medium text-paper"
          >
            {label}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
