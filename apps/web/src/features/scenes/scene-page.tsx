import { lazy, Suspense, useState } from 'react'
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import type { SceneWire } from '@printroom/contract/scenes'
import { Button } from '~/components/button.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { Measuring } from '~/features/scenes/measuring.tsx'
import { Refused } from '~/features/scenes/refused.tsx'
import { SceneDialogs, type OpenDialog } from '~/features/scenes/scene-dialogs.tsx'
import { ScenePicture } from '~/features/scenes/scene-picture.tsx'
import { productInWords, stateInWords } from '~/features/scenes/scene-words.ts'
import { sentPhoto } from '~/features/scenes/sent-photos.ts'
import { useScene } from '~/features/scenes/use-scenes.ts'
import { formatDateTime } from '~/lib/format.ts'

/** Of a scene that is ready: what a photograph that is measured still needs none of. */
const SceneStudio = lazy(() => import('~/features/scenes/scene-studio.tsx'))

const route = getRouteApi('/_app/scenes_/$sceneId')
const COLUMNS = 'grid items-start gap-6 lg:grid-cols-[minmax(340px,44%)_minmax(0,1fr)] lg:gap-8'

/** One scene: being measured, refused, or ready to be made mockups on. */
export function ScenePage() {
  const { sceneId } = route.useParams()
  const { scene, isGone, isError, refetch } = useScene(sceneId)
  if (scene) return <Scene key={sceneId} scene={scene} />
  if (isGone) return <NoScene />
  return (
    <>
      <BackToScenes />
      <PageHeader title="Scene" />
      {isError ? <LoadError what="this scene" onRetry={() => void refetch()} /> : <Slots />}
    </>
  )
}

function Scene({ scene }: { scene: SceneWire }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const hasPhoto = sentPhoto(scene.id) !== undefined
  const [wasMeasuring] = useState(scene.status === 'measuring')
  return (
    <>
      <p role="status" className="sr-only">
        {scene.status === 'ready' ? wasMeasuring && 'Your scene is ready.' : stateInWords(scene)}
      </p>
      <BackToScenes />
      <PageHeader title={scene.name} note={`${productInWords(scene)} · ${formatDateTime(scene.created_at)}`}>
        <Button variant="secondary" size="sm" onClick={() => setOpen({ dialog: 'rename', scene })}>
          <Pencil /> Rename
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setOpen({ dialog: 'delete', scene })}>
          <Trash2 /> Delete
        </Button>
      </PageHeader>
      {scene.status === 'ready' ? (
        <Suspense fallback={<Slots />}>
          <SceneStudio scene={scene} onMask={() => setOpen({ dialog: 'mask', scene })} />
        </Suspense>
      ) : (
        <div className={hasPhoto ? COLUMNS : 'max-w-2xl'}>
          {hasPhoto && (
            <ScenePicture
              scene={scene}
              isLazy={false}
              className="rounded-xl max-lg:mx-auto max-lg:w-full max-lg:max-w-sm"
            />
          )}
          <div className="max-lg:order-first">
            {scene.status === 'measuring' ? <Measuring scene={scene} /> : <Refused scene={scene} onOpen={setOpen} />}
          </div>
        </div>
      )}
      <SceneDialogs open={open} onOpen={setOpen} onDeleted={() => void navigate({ to: '/scenes' })} />
    </>
  )
}

const BackToScenes = () => (
  <Button asChild variant="link" size="sm" className="mb-2 px-0">
    <Link to="/scenes">
      <ArrowLeft /> My Scenes
    </Link>
  </Button>
)

const Slots = () => (
  <div role="status" aria-label="Loading the scene" className={COLUMNS}>
    <Skeleton className="aspect-square rounded-xl" />
    <Skeleton className="h-96 rounded-lg" />
  </div>
)

const NoScene = () => (
  <>
    <PageHeader title="Scene" />
    <EmptyState
      title="This scene is not here any more"
      action={
        <Button asChild>
          <Link to="/scenes">Go to My Scenes</Link>
        </Button>
      }
    >
      It was deleted, or it is another account’s. Mockups that were made on it stay in My Mockups.
    </EmptyState>
  </>
)
