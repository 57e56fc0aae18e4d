import { lazy } from 'react'
import { Link } from '@tanstack/react-router'
import { WandSparkles } from 'lucide-react'
import type { DesignWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { MenuButton } from '~/components/menu-button.tsx'
import { Picture } from '~/components/picture.tsx'
import { formatDateTime } from '~/lib/format.ts'

const CardMenu = lazy(() => import('~/components/card-menu.tsx'))

type DesignCardProps = { design: DesignWire; onOpen: (dialog: 'preview' | 'rename' | 'delete') => void }

export function DesignCard({ design, onOpen }: DesignCardProps) {
  const more = `More for ${design.filename}`
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
        <MenuButton label={more} className="-mr-1.5">
          {(isByKey) => <CardMenu label={more} isByKey={isByKey} className="-mr-1.5" onOpen={onOpen} />}
        </MenuButton>
      </div>
      <Button asChild variant="secondary" size="sm" className="mt-2 w-full">
        <Link to="/generate" search={{ designId: design.id }}>
          <WandSparkles /> Generate
        </Link>
      </Button>
    </li>
  )
}
