import { useState } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { SCENE_UPLOAD_TIMEOUT_MS } from '@printroom/contract/limits'
import { UPLOAD } from '@printroom/contract/messages'
import type { SceneWire } from '@printroom/contract/scenes'
import { ConfirmDialog } from '~/components/confirm-dialog.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { greyPng } from '~/features/scenes/grey-png.ts'
import { loadMask } from '~/features/scenes/load-mask.ts'
import { MaskCanvas } from '~/features/scenes/mask-canvas.tsx'
import { useSceneChanges } from '~/features/scenes/use-scenes.ts'
import { sendForm } from '~/lib/send-form.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'

type MaskEditorProps = { scene: SceneWire; mask: NonNullable<SceneWire['mask']>; onClose: () => void }

/** The mask of a scene, mended with a brush; what is not saved is asked for before it is lost. */
export default function MaskEditor({ scene, mask: { url, side }, onClose }: MaskEditorProps) {
  const { put } = useSceneChanges()
  const [isChanged, setChanged] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: ['mask', url],
    queryFn: () => loadMask(url, side),
    gcTime: 0,
    staleTime: Infinity,
  })
  const leaving = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })

  async function save(shares: Uint8Array): Promise<void> {
    setSaving(true)
    try {
      const file = new File([await greyPng(shares, side)], 'mask.png', { type: 'image/png' })
      put(
        await sendForm<SceneWire>(
          `/api/scenes/${scene.id}/mask`,
          { mask: file },
          () => undefined,
          SCENE_UPLOAD_TIMEOUT_MS,
        ),
      )
      addToast({ title: 'Mask saved', description: 'The scene is made anew with it in some seconds.' })
      onClose()
    } catch (error) {
      addErrorToast(error instanceof Error ? error.message : UPLOAD.failed)
      setSaving(false)
    }
  }
  const stay = () => {
    setAsking(false)
    if (leaving.status === 'blocked') leaving.reset()
  }
  const discard = () => {
    setAsking(false)
    if (leaving.status === 'blocked') leaving.proceed()
    else onClose()
  }

  return (
    <>
      <Dialog open onOpenChange={() => !isSaving && (isChanged ? setAsking(true) : onClose())}>
        <DialogContent
          title="Edit Mask"
          note="The tint is what takes other colors. Everything else stays as it was photographed."
          className="h-[92svh] max-w-5xl max-sm:h-[100svh] max-sm:max-h-none max-sm:w-full max-sm:rounded-none [&>div]:flex [&>div]:grow [&>div]:flex-col [&>div]:overflow-hidden"
        >
          {isError ? (
            <LoadError what="the mask" onRetry={() => void refetch()} />
          ) : data ? (
            <MaskCanvas
              loaded={data}
              side={side}
              isSaving={isSaving}
              onChanged={setChanged}
              onSave={(shares) => void save(shares)}
            />
          ) : (
            <div role="status" aria-label="Loading the mask" className="min-h-0 grow">
              <Skeleton className="size-full rounded-lg" />
            </div>
          )}
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking || leaving.status === 'blocked'}
        onOpenChange={(isOpen) => !isOpen && stay()}
        title="Discard Your Changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={discard}
      >
        What you painted is not saved.
      </ConfirmDialog>
    </>
  )
}
