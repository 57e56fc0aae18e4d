import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import {
  SCENE_PHOTO_MAX_BYTES,
  SCENE_PHOTO_MAX_PIXELS,
  SCENE_PSD_MAX_BYTES,
  SCENE_UPLOAD_TIMEOUT_MS,
} from '@printroom/contract/limits'
import { UPLOAD } from '@printroom/contract/messages'
import type { SceneWire } from '@printroom/contract/scenes'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { Dropzone } from '~/components/dropzone.tsx'
import { UploadProgress } from '~/features/designs/upload-progress.tsx'
import { checkPhoto } from '~/features/scenes/check-photo.ts'
import { FIRST_PRINTED, ProductFields, type Printed } from '~/features/scenes/product-fields.tsx'
import { keepPhoto } from '~/features/scenes/sent-photos.ts'
import { useSceneChanges } from '~/features/scenes/use-scenes.ts'
import { sendForm } from '~/lib/send-form.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { api } from '~/lib/trpc.ts'

type UploadPhotoDialogProps = {
  /** A scene of which nothing came: another photograph of the same takes its place. */
  replaced?: SceneWire
  onAdvice: () => void
  onClose: () => void
}

/** Which product a photograph shows, and the photograph; once it is up its scene's own page tells how it is measured. */
export default function UploadPhotoDialog({ replaced, onAdvice, onClose }: UploadPhotoDialogProps) {
  const navigate = useNavigate()
  const { add, drop } = useSceneChanges()
  const [printed, setPrinted] = useState((replaced as Printed | undefined) ?? FIRST_PRINTED)
  const [upload, setUpload] = useState<{ file: File; percent: number } | null>(null)

  async function send(file: File): Promise<void> {
    setUpload({ file, percent: 0 })
    try {
      const { product, side } = printed
      const fields = { product, side, photograph: file }
      const scene = await sendForm<SceneWire>(
        '/api/scenes',
        fields,
        (percent) => setUpload({ file, percent }),
        SCENE_UPLOAD_TIMEOUT_MS,
      )
      keepPhoto(scene.id, file)
      add(scene)
      onClose()
      await navigate({ to: '/scenes/$sceneId', params: { sceneId: scene.id } })
      if (replaced) {
        // What stays of it is a line in the list, which can be deleted there too.
        await api.scene.remove.mutate({ id: replaced.id }).catch(() => undefined)
        drop(replaced.id)
      }
    } catch (error) {
      setUpload(null)
      addErrorToast(error instanceof Error ? error.message : UPLOAD.failed)
    }
  }

  return (
    <Dialog open onOpenChange={() => upload === null && onClose()}>
      <DialogContent
        title={replaced ? 'Another Photograph' : 'Upload Photograph'}
        note={`JPEG, PNG or HEIC, up to ${SCENE_PHOTO_MAX_BYTES / 1024 / 1024} MB and ${SCENE_PHOTO_MAX_PIXELS / 1_000_000} megapixels. Where and with what it was taken is removed from it.`}
      >
        {upload ? (
          <UploadProgress file={upload.file} percent={upload.percent} />
        ) : (
          <div className="space-y-4">
            <ProductFields value={printed} onChange={setPrinted} />
            <Dropzone
              label="Photograph"
              accept="image/jpeg,image/png,image/heic,image/heif,.heic,.heif,image/vnd.adobe.photoshop,.psd"
              words="Drop your photograph here"
              dropWords="Let go to upload"
              check={checkPhoto}
              onFile={(file) => void send(file)}
            />
            <p className="text-sm text-pencil">
              Light from one side, no filter, the whole print in sight.{' '}
              <Button variant="link" size="sm" className="h-auto px-0 text-sm" onClick={onAdvice}>
                How to photograph it
              </Button>
            </p>
            <p className="text-sm text-pencil">
              <span className="font-medium text-ink">Use a PSD mockup you own:</span> a layered PSD with a smart object,
              up to {SCENE_PSD_MAX_BYTES / 1024 / 1024} MB, needs no calibration print.
            </p>
          </div>
        )}
      </DialogContent>
    </Dialog>
  )
}
