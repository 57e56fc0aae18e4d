import { Suspense, lazy, useState, type ComponentProps } from 'react'
import { EllipsisVertical } from 'lucide-react'
import { Button } from '~/components/button.tsx'

const MockupMenu = lazy(() => import('~/features/mockups/mockup-menu.tsx'))

/** The menu itself is made when it is first opened: a list has hundreds of cards, and few of their menus are ever seen. */
export function MenuButton(props: ComponentProps<typeof MockupMenu>) {
  const [isWanted, setWanted] = useState(false)
  const closed = (
    <Button variant="ghost" size="icon-sm" aria-label={`More for ${props.name}`} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)}>
      <EllipsisVertical />
    </Button>
  )
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <MockupMenu {...props} />
    </Suspense>
  )
}
