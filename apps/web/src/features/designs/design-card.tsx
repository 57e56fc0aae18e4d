import { Link } from '@tanstack/react-router'
import { EllipsisVertical, Pencil, Trash2, WandSparkles } from 'lucide-react'
import type { DesignWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '~/components/dropdown-menu.tsx'
import { Picture } from '~/components/picture.tsx'
import { formatDateTime } from '~/lib/format.ts'

type DesignCardProps = { design: DesignWire; onOpen: (dialog: 'preview' | 'rename' | 'delete') => void }

export function DesignCard({ design, onOpen }: DesignCardProps) {
  return (
    <li className="group min-w-0">
      <button
        type="button"
        aria-label={`Preview ${design.filename}`}
        onClick={() => onOpen('preview')}
        className="block w-full rounded-lg transition-shadow duration-200 hover:shadow-lift"
      >
        <Picture src={design.thumbnail_url} alt={design.filename} isCard fit="contain" className="rounded-lg" />
      </button>
      <div className="mt-2.5 flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-medium" title={design.filename}>
            {design.filename}
          </p>
          <p className="text-[13px] leading-snug text-pencil tabular-nums">
            <time dateTime={design.created_at}>{formatDateTime(design.created_at)}</time>
          </p>
        </div>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="icon-sm" aria-label={`More for ${design.filename}`} className="-mr-1.5">
              <EllipsisVertical />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem onSelect={() => onOpen('rename')}>
              <Pencil /> Rename
            </DropdownMenuItem>
            <DropdownMenuItem isDestructive onSelect={() => onOpen('delete')}>
              <Trash2 /> Delete
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      <Button asChild variant="secondary" size="sm" className="mt-2 w-full">
        <Link to="/generate" search={{ designId: design.id }}>
          <WandSparkles /> Generate
        </Link>
      </Button>
    </li>
  )
}
