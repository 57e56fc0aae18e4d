import { useState } from 'react'
import { Download, Upload } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { EmptyScenes } from '~/features/scenes/empty-scenes.tsx'
import { SceneCard } from '~/features/scenes/scene-card.tsx'
import { SceneDialogs, type OpenDialog } from '~/features/scenes/scene-dialogs.tsx'
import { SCENE_GRID, SceneSkeletons, SceneSlots } from '~/features/scenes/scene-skeletons.tsx'
import { useScenes } from '~/features/scenes/use-scenes.ts'

export function ScenesPage() {
  const { scenes, isError, refetch, more } = useScenes()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  return (
    <>
      <PageHeader
        title="My Scenes"
        note="Photographs and PSD mockups of your own that your designs are made into mockups on."
      >
        {scenes && scenes.length > 0 && (
          <>
            <Button variant="ghost" onClick={() => setOpen({ dialog: 'advice' })} className="max-sm:hidden">
              How to photograph it
            </Button>
            <Button variant="secondary" onClick={() => setOpen({ dialog: 'print' })}>
              <Download /> Get the Print
            </Button>
            <Button onClick={() => setOpen({ dialog: 'upload' })}>
              <Upload /> Upload Photograph
            </Button>
          </>
        )}
      </PageHeader>
      {isError && <LoadError what="your scenes" onRetry={() => void refetch()} />}
      {!scenes && !isError && <SceneSkeletons />}
      {scenes?.length === 0 && <EmptyScenes onOpen={setOpen} />}
      {scenes && scenes.length > 0 && (
        <>
          <ul className={SCENE_GRID}>
            {scenes.map((scene) => (
              <SceneCard key={scene.id} scene={scene} onOpen={(dialog) => setOpen({ dialog, scene })} />
            ))}
          </ul>
          <LoadMore what="your scenes" more={more}>
            <SceneSlots />
          </LoadMore>
        </>
      )}
      <SceneDialogs open={open} onOpen={setOpen} />
    </>
  )
}
