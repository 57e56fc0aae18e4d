import { useCallback, useRef, useState, type ChangeEvent } from 'react'
import { Link } from '@tanstack/react-router'
import { useDropzone } from '@uploadthing/react'
import { FolderOpen, Images } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogClose, DialogContent } from '~/components/dialog.tsx'
import { UploadRow } from '~/features/designs/upload-row.tsx'
import { addUploads, clearUploads, retryUploads, useUploads } from '~/features/designs/upload-queue.ts'
import { useDesignAdded } from '~/features/designs/use-design-added.ts'
import { cn } from '~/lib/cn.ts'
import { countOf } from '~/lib/format.ts'

const isPng = (file: File): boolean => file.type === 'image/png' || /\.png$/i.test(file.name)

/** Any number of PNGs, or a folder of them. Closing it stops nothing: the files go on behind the page. */
export default function UploadManyDialog({ onClose }: { onClose: () => void }) {
  const uploads = useUploads()
  const onDone = useDesignAdded()
  const [leftOut, setLeftOut] = useState(0)
  const folder = useRef<HTMLInputElement | null>(null)
  const files = useRef<HTMLInputElement>(null)

  // A property that React has no attribute for.
  const asFolder = useCallback((input: HTMLInputElement | null) => {
    folder.current = input
    if (input) input.webkitdirectory = true
  }, [])

  // A folder holds other things as well, and nobody chose those.
  const add = useCallback(
    (given: readonly File[]) => {
      const pngs = given.filter(isPng)
      setLeftOut(given.length - pngs.length)
      addUploads(pngs, onDone)
    },
    [onDone],
  )
  const take = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    add([...(target.files ?? [])])
    target.value = ''
  }
  const { getRootProps, isDragActive } = useDropzone({ onDrop: add, multiple: true })

  const done = uploads.filter(({ state }) => state === 'done').length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const failedForNow = uploads.filter(({ canRetry }) => canRetry).length
  const isOver = done + failed === uploads.length
  const close = (): void => {
    if (isOver) clearUploads()
    onClose()
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        title="Upload Many"
        note="PNGs of up to 10 MB each, or a folder of them. You can close this; the files go on."
        className="max-w-xl"
        footer={
          <>
            <p role="status" className="mr-auto self-center text-sm text-pencil tabular-nums">
              {uploads.length > 0 && `${done} of ${uploads.length} uploaded`}
              {failed > 0 && `, ${failed} failed`}
            </p>
            {failedForNow > 1 && (
              <Button variant="secondary" onClick={() => retryUploads()}>
                Retry {failedForNow} failed
              </Button>
            )}
            {isOver && done > 1 && (
              <DialogClose asChild>
                <Button asChild variant="secondary">
                  <Link to="/batches/new">Plan a batch</Link>
                </Button>
              </DialogClose>
            )}
            <DialogClose asChild>
              <Button variant={isOver && done > 0 ? 'primary' : 'secondary'}>
                {isOver && done > 0 ? 'Done' : 'Close'}
              </Button>
            </DialogClose>
          </>
        }
      >
        <div
          {...getRootProps()}
          // Only files are dropped on it; what is pressed are the buttons.
          onClick={undefined}
          onKeyDown={undefined}
          tabIndex={undefined}
          role="group"
          aria-label="Where to drop files"
          data-testid="many-dropzone"
          className={cn(
            'rounded-lg border border-dashed border-edge px-4 text-center transition-colors duration-150',
            uploads.length > 0 ? 'py-4' : 'py-10',
            isDragActive && 'border-cyan bg-cyan-wash',
          )}
        >
          <p className="font-medium">{isDragActive ? 'Let go to upload' : 'Drop PNGs or a folder here'}</p>
          <div className="mt-3 flex flex-wrap justify-center gap-2">
            <Button variant="secondary" size="sm" onClick={() => files.current?.click()}>
              <Images /> Choose files
            </Button>
            <Button variant="secondary" size="sm" onClick={() => folder.current?.click()}>
              <FolderOpen /> Choose a folder
            </Button>
          </div>
          <input ref={files} type="file" accept="image/png" multiple hidden aria-label="Design files" onChange={take} />
          <input ref={asFolder} type="file" hidden aria-label="Design folder" onChange={take} />
        </div>
        {leftOut > 0 && (
          <p role="status" className="mt-3 text-sm text-pencil">
            {countOf(leftOut, 'file')} left out: only PNG files are allowed.
          </p>
        )}
        {uploads.length > 0 && (
          <ul aria-label="Uploads" className="mt-4 divide-y">
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
        )}
      </DialogContent>
    </Dialog>
  )
}
