import { useEffect, useState } from 'react'
import { Progress } from '~/components/progress.tsx'
import { statusText } from '~/features/designs/status-text.ts'
import { formatBytes } from '~/lib/format.ts'

export function UploadProgress({ file, percent }: { file: File; percent: number }) {
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return (
    <div className="flex items-center gap-4">
      <div className="light-table size-20 shrink-0 overflow-hidden rounded-md">
        {preview && <img src={preview} alt="" width={80} height={80} className="size-full object-contain p-1.5" />}
      </div>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{file.name}</p>
        <p className="text-sm text-pencil tabular-nums">{formatBytes(file.size)}</p>
        <Progress value={percent} label="Upload" className="mt-2.5" />
        <p role="status" className="mt-1.5 text-sm text-pencil tabular-nums">
          {statusText(percent)}
        </p>
      </div>
    </div>
  )
}
