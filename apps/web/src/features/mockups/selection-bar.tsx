import { Download } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Checkbox } from '~/components/checkbox.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { DownloadChoice } from '~/features/mockups/download-choice.tsx'
import { useDownload } from '~/features/mockups/use-download.ts'
import { cn } from '~/lib/cn.ts'
import { formatNumber } from '~/lib/format.ts'
import type { useSelection } from '~/features/mockups/use-selection.ts'

/** `loaded`: how many cards there are to tick, of `total`; the others come as one scrolls to them. */
type SelectionBarProps = { selection: ReturnType<typeof useSelection>; loaded: number; total: number }

export function SelectionBar({ selection: { selected, toggleAll }, loaded, total }: SelectionBarProps) {
  const { download, isDownloading } = useDownload()
  const state = selected.length === loaded ? true : selected.length > 0 ? 'indeterminate' : false
  return (
    <div className="sticky top-14 z-20 -mx-4 mb-6 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b bg-paper px-4 py-2 sm:-mx-6 sm:px-6 lg:-mx-10 lg:px-10">
      <div className="mr-auto flex items-center gap-2.5 text-sm">
        <Checkbox id="select-all" checked={state} onCheckedChange={toggleAll} />
        <label
          htmlFor="select-all"
          className={cn('cursor-pointer whitespace-nowrap', selected.length > 0 && 'max-sm:sr-only')}
        >
          Select all
        </label>
        <span role="status" className="whitespace-nowrap text-pencil tabular-nums">
          {selected.length > 0 &&
            (loaded < total
              ? `${formatNumber(selected.length)} selected of the ${formatNumber(loaded)} loaded`
              : `${selected.length} selected`)}
        </span>
      </div>
      {selected.length > 0 && <DownloadChoice className="max-lg:order-last max-lg:basis-full" />}
      <Button
        variant={selected.length > 0 ? 'primary' : 'secondary'}
        size="sm"
        disabled={isDownloading}
        onClick={() => void download(selected)}
      >
        {isDownloading ? <Spinner /> : <Download />}
        Download Selected ({selected.length})
      </Button>
    </div>
  )
}
