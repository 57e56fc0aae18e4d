import { useCallback } from 'react'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { DesignDropzone } from '~/features/designs/design-dropzone.tsx'
import { UploadProgress } from '~/features/designs/upload-progress.tsx'
import { useUpload } from '~/features/designs/use-upload.ts'

type UploadDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Stays open while a file is on its way, and closes by itself a second after the end. */
export default function UploadDialog({ isOpen, onOpenChange }: UploadDialogProps) {
  const { upload, start } = useUpload(useCallback(() => onOpenChange(false), [onOpenChange]))
  return (
    <Dialog open={isOpen} onOpenChange={(open) => onOpenChange(open || upload !== null)}>
      <DialogContent title="Upload Design" note="One PNG, up to 10 MB. Transparent backgrounds stay transparent.">
        {upload ? <UploadProgress file={upload.file} percent={upload.percent} /> : <DesignDropzone onFile={start} />}
      </DialogContent>
    </Dialog>
  )
}
