import { lazy } from 'react'
import { Link } from '@tanstack/react-router'
import type { SceneWire } from '@printroom/contract/scenes'
import { Badge } from '~/components/badge.tsx'
import { MenuButton } from '~/components/menu-button.tsx'
import { Progress } from '~/components/progress.tsx'
import { ScenePicture } from '~/features/scenes/scene-picture.tsx'
import { productInWords, stateInWords } from '~/features/scenes/scene-words.ts'
import { formatDate } from '~/lib/format.ts'

const CardMenu = lazy(() => import('~/components/card-menu.tsx'))

type SceneCardProps = { scene: SceneWire; onOpen: (dialog: 'rename' | 'delete') => void }

export function SceneCard({ scene, onOpen }: SceneCardProps) {
  const { id, name, status, created_at: createdAt } = scene
  const state = stateInWords(scene)
  const more = `More for ${name}`
  return (
    <li className="group min-w-0">
      <Link
        to="/scenes/$sceneId"
        params={{ sceneId: id }}
        aria-label={[`Open ${name}`, state].filter(Boolean).join(', ')}
        className="relative block rounded-lg transition-shadow duration-200 hover:shadow-lift"
      >
        <ScenePicture scene={scene} isCard className="rounded-lg" />
        {(status === 'refused' || status === 'failed') && (
          <Badge variant="destructive" className="absolute top-2.5 left-2.5 shadow-sheet">
            {state}
          </Badge>
        )}
        {status === 'measuring' && (
          <span className="absolute inset-x-2.5 bottom-2.5 rounded-md border bg-sheet px-2.5 py-2 text-[13px] text-ink shadow-sheet">
            <span className="block truncate">{state}</span>
            <Progress value={scene.progress} label={`${name}: ${state}`} className="mt-1.5" />
          </span>
        )}
      </Link>
      <div className="mt-2.5 flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-medium" title={name}>
            {name}
          </p>
          <p className="text-[13px] leading-snug text-pencil">
            {productInWords(scene)}
            <span className="max-sm:hidden"> · </span>
            <time dateTime={createdAt} className="whitespace-nowrap tabular-nums max-sm:block">
              {formatDate(createdAt)}
            </time>
          </p>
        </div>
        <MenuButton label={more} className="-mr-1.5">
          {(isByKey) => <CardMenu label={more} isByKey={isByKey} className="-mr-1.5" onOpen={onOpen} />}
        </MenuButton>
      </div>
    </li>
  )
}
