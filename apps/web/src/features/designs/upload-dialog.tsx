import { useCallback, useState } from 'react'
import { Upload } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '~/components/dialog.tsx'
import { DesignDropzone } from '~/features/designs/design-dropzone.tsx'
import { UploadProgress } from '~/features/designs/upload-progress.tsx'
import { useUpload } from '~/features/designs/use-upload.ts'

export function UploadDialog({ label = 'Upload Design' }: { label?: string }) {
  const [isOpen, setOpen] = useState(false)
  const { upload, start } = useUpload(useCallback(() => setOpen(false), []))
  return (
    <Dialog open={isOpen} onOpenChange={(open) => setOpen(open || upload !== null)}>
      <DialogTrigger asChild>
        <Button>
          <Upload /> {label}
        </Button>
      </DialogTrigger>
      <DialogContent title="Upload Design" note="One PNG, up to 10 MB. Transparent backgrounds stay transparent.">
        {upload ? <UploadProgress file={upload.file} percent={upload.percent} /> : <DesignDropzone onFile={start} />}
      </DialogContent>
    </Dialog>
  )
}
