import type { ReactNode } from 'react'
import { Tooltip as Radix } from 'radix-ui'

export const TooltipProvider = Radix.Provider

type TooltipProps = { label: string; side?: 'top' | 'right' | 'bottom'; isDisabled?: boolean; children: ReactNode }

export function Tooltip({ label, side = 'top', isDisabled = false, children }: TooltipProps) {
  if (isDisabled) return children
  return (
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
  )
}
