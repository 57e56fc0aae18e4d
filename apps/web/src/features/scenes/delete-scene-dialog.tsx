import { SCENE, type SceneWire } from '@printroom/contract/scenes'
import { ConfirmDialog } from '~/components/confirm-dialog.tsx'
import { useSceneChanges } from '~/features/scenes/use-scenes.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

type DeleteSceneDialogProps = { scene: SceneWire; onDeleted?: () => void; onClose: () => void }

export default function DeleteSceneDialog({ scene, onDeleted, onClose }: DeleteSceneDialogProps) {
  const { drop } = useSceneChanges()
  const remove = trpc.scene.remove.useMutation({
    onSuccess: () => {
      onDeleted?.()
      drop(scene.id)
      onClose()
    },
    onError: () => addErrorToast(SCENE.deleteFailed),
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Delete Scene"
      confirmLabel="Delete"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id: scene.id })}
    >
      <span className="font-medium break-words text-ink">{scene.name}</span> will be gone for good, and everything that
      was measured. Mockups made on it stay.
    </ConfirmDialog>
  )
}
