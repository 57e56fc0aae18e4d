import { memo } from 'react'
import { Check, CircleAlert } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Progress } from '~/components/progress.tsx'
import { statusText } from '~/features/designs/status-text.ts'
import { retryUploads, type QueuedFile } from '~/features/designs/upload-queue.ts'
import { formatBytes } from '~/lib/format.ts'

/** One file of many: where it stands, or why it failed. */
export const UploadRow = memo(function UploadRow({ upload }: { upload: QueuedFile }) {
  const { id, file, state, percent, problem, canRetry } = upload
  return (
    <li data-state={state} className="flex items-center gap-3 py-2.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-3">
          <span className="truncate font-medium">{file.name}</span>
          <span className="shrink-0 text-[13px] text-pencil tabular-nums">
            {state === 'waiting' ? 'In line' : state === 'uploading' ? statusText(percent) : formatBytes(file.size)}
          </span>
        </p>
        {state === 'failed' ? (
          <p className="text-[13px] text-alarm">{problem}</p>
        ) : (
          <Progress value={percent} label={`Upload of ${file.name}`} className="mt-1.5" />
        )}
      </div>
      {state === 'done' && <Check aria-label="Uploaded" role="img" className="size-4 shrink-0 text-green" />}
      {state === 'failed' && !canRetry && <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-alarm" />}
      {canRetry && (
        <Button variant="secondary" size="sm" aria-label={`Retry ${file.name}`} onClick={() => retryUploads(id)}>
          Retry
        </Button>
      )}
    </li>
  )
})
