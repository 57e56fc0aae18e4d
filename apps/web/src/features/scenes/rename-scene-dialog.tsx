import { useId, useState } from 'react'
import { SCENE, renameSceneSchema, type SceneWire } from '@printroom/contract/scenes'
import { FormDialog } from '~/components/form-dialog.tsx'
import { Input, Label } from '~/components/input.tsx'
import { useSceneChanges } from '~/features/scenes/use-scenes.ts'
import { errorSentence } from '~/lib/api-error.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

export default function RenameSceneDialog({ scene, onClose }: { scene: SceneWire; onClose: () => void }) {
  const id = useId()
  const { put } = useSceneChanges()
  const [name, setName] = useState(scene.name)
  const [problem, setProblem] = useState<string | null>(null)
  const rename = trpc.scene.rename.useMutation({
    onSuccess: (renamed) => {
      put(renamed)
      onClose()
    },
    onError: (error) => addErrorToast(errorSentence(error, SCENE.renameFailed)),
  })

  function submit(): void {
    const read = renameSceneSchema.safeParse({ id: scene.id, name })
    if (!read.success) return setProblem(read.error.issues[0]?.message ?? SCENE.renameFailed)
    setProblem(null)
    rename.mutate(read.data)
  }

  return (
    <FormDialog
      title="Rename Scene"
      save="Save"
      isReady={name.trim() !== '' && !rename.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        <Label htmlFor={`${id}-name`}>Name</Label>
        <Input
          id={`${id}-name`}
          value={name}
          autoFocus
          aria-invalid={problem !== null || name.trim() === ''}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setName(event.target.value)}
        />
        <p id={`${id}-problem`} role="alert" className="mt-1.5 min-h-5 text-sm text-alarm">
          {name.trim() === '' ? 'Give the scene a name' : problem}
        </p>
      </div>
    </FormDialog>
  )
}
