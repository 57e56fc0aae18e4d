import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '~/components/dropdown-menu.tsx'

type CardMenuProps = {
  label: string
  isByKey: boolean
  className?: string
  onOpen: (dialog: 'rename' | 'delete') => void
}

/** What a card of the seller's own offers: another name, and an end. Open from the start: it is made when it is asked for. */
export default function CardMenu({ label, isByKey, className, onOpen }: CardMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={label} className={className}>
          <EllipsisVertical />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent startsAtItem={isByKey}>
        <DropdownMenuItem onSelect={() => onOpen('rename')}>
          <Pencil /> Rename
        </DropdownMenuItem>
        <DropdownMenuItem isDestructive onSelect={() => onOpen('delete')}>
          <Trash2 /> Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
