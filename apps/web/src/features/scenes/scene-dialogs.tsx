import { lazy, Suspense } from 'react'
import type { SceneWire } from '@printroom/contract/scenes'

// Each is loaded when it is first opened.
const PrintDialog = lazy(() => import('~/features/scenes/print-dialog.tsx'))
const AdviceDialog = lazy(() => import('~/features/scenes/advice-dialog.tsx'))
const UploadPhotoDialog = lazy(() => import('~/features/scenes/upload-photo-dialog.tsx'))
const RenameSceneDialog = lazy(() => import('~/features/scenes/rename-scene-dialog.tsx'))
const MaskEditor = lazy(() => import('~/features/scenes/mask-editor.tsx'))
const DeleteSceneDialog = lazy(() => import('~/features/scenes/delete-scene-dialog.tsx'))

/** `upload` with a scene: another photograph in its place. */
export type OpenDialog =
  | { dialog: 'print' | 'advice' }
  | { dialog: 'upload'; scene?: SceneWire }
  | { dialog: 'rename' | 'delete' | 'mask'; scene: SceneWire }

type SceneDialogsProps = { open: OpenDialog | null; onOpen: (open: OpenDialog | null) => void; onDeleted?: () => void }

export function SceneDialogs({ open, onOpen, onDeleted }: SceneDialogsProps) {
  const close = () => onOpen(null)
  const advise = () => onOpen({ dialog: 'advice' })
  return (
    <Suspense>
      {open?.dialog === 'print' && <PrintDialog onAdvice={advise} onClose={close} />}
      {open?.dialog === 'advice' && <AdviceDialog onUpload={() => onOpen({ dialog: 'upload' })} onClose={close} />}
      {open?.dialog === 'upload' && (
        <UploadPhotoDialog {...(open.scene && { replaced: open.scene })} onAdvice={advise} onClose={close} />
      )}
      {open?.dialog === 'rename' && <RenameSceneDialog scene={open.scene} onClose={close} />}
      {open?.dialog === 'mask' && open.scene.mask && (
        <MaskEditor scene={open.scene} mask={open.scene.mask} onClose={close} />
      )}
      {open?.dialog === 'delete' && (
        <DeleteSceneDialog scene={open.scene} {...(onDeleted && { onDeleted })} onClose={close} />
      )}
    </Suspense>
  )
}
