import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'

const GAP_PX = 6

/** The name of an icon to its right, on hover and focus. Without a positioning library, which weighs more than the whole sidebar. */
export function Tooltip({ label, isDisabled, children }: { label: string; isDisabled: boolean; children: ReactNode }) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  const show = ({ target }: SyntheticEvent): void => {
    const box = target instanceof Element && target.closest('a, button')?.getBoundingClientRect()
    if (box) setPlace({ left: box.right + GAP_PX, top: box.top + box.height / 2 })
  }
  const hide = (): void => setPlace(null)
  return (
    <span
      role="presentation"
      className="contents"
      onPointerOver={show}
      onFocus={show}
      onPointerLeave={hide}
      onBlur={hide}
      onKeyDown={({ key }) => {
        if (key === 'Escape') hide()
      }}
    >
      {children}
      {place &&
        !isDisabled &&
        createPortal(
          <span
            role="tooltip"
            style={place}
            className="pointer-events-none fixed z-50 -translate-y-1/2 animate-fade-in rounded-md bg-ink px-2 py-1 text-xs font-medium text-paper"
          >
            {label}
          </span>,
          document.body,
        )}
    </span>
  )
}
