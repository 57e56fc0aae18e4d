import { Suspense, useState, type ReactNode } from 'react'
import { EllipsisVertical } from 'lucide-react'
import { Button } from '~/components/button.tsx'

type MenuButtonProps = {
  label: string
  className?: string
  /** The menu with its own trigger, open from the start; loaded late. `isByKey`: the keyboard has opened it. */
  children: (isByKey: boolean) => ReactNode
}

/** The menu itself is made when it is first opened: a list has hundreds of cards, and few of their menus are ever seen. */
export function MenuButton({ label, className, children }: MenuButtonProps) {
  const [opened, setOpened] = useState<'key' | 'pointer' | null>(null)
  const closed = (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      className={className}
      onClick={({ detail }) => setOpened(detail === 0 ? 'key' : 'pointer')}
    >
      <EllipsisVertical />
    </Button>
  )
  return opened ? <Suspense fallback={closed}>{children(opened === 'key')}</Suspense> : closed
}
