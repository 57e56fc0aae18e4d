import { Suspense, lazy, useState } from 'react'
import { Columns2, Download, Share2 } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Checkbox } from '~/components/checkbox.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { DownloadChoice } from '~/features/mockups/download-choice.tsx'
import { useDownload } from '~/features/mockups/use-download.ts'
import { cn } from '~/lib/cn.ts'
import { formatNumber } from '~/lib/format.ts'
import { PRESETS, shapeRefusal } from '@printroom/contract/presets'
import type { MockupWire } from '@printroom/contract/wire'
import { describeMockup } from '~/features/mockups/describe-mockup.ts'
import { useExportOptions } from '~/features/mockups/export-options.ts'
import type { Sharing } from '~/features/shares/share-dialog.tsx'
import type { useSelection } from '~/features/mockups/use-selection.ts'

const CompareDialog = lazy(() => import('~/features/mockups/compare-dialog.tsx'))

/** `loaded`: how many cards there are to tick, of `total`; the others come as one scrolls to them. */
type SelectionBarProps = {
  mockups: readonly MockupWire[]
  selection: ReturnType<typeof useSelection>
  loaded: number
  total: number
  onShare: (sharing: Sharing) => void
}

export function SelectionBar({
  mockups,
  selection: { selected, ticked, toggleAll },
  loaded,
  total,
  onShare,
}: SelectionBarProps) {
  const unfit = useUnfit(mockups, ticked)
  const { download, isDownloading } = useDownload()
  const [isComparing, setComparing] = useState(false)
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
      {selected.length === 2 && (
        <Button variant="secondary" size="sm" onClick={() => setComparing(true)}>
          <Columns2 /> Compare
        </Button>
      )}
      {selected.length > 0 && (
        <Button variant="secondary" size="sm" onClick={() => onShare({ ids: selected, title: 'Mockups', left: 0 })}>
          <Share2 /> Share
        </Button>
      )}
      {isComparing && (
        <Suspense>
          <CompareDialog pair={mockups.filter(({ id }) => ticked.has(id))} onClose={() => setComparing(false)} />
        </Suspense>
      )}
      <Button
        variant={selected.length > 0 ? 'primary' : 'secondary'}
        size="sm"
        disabled={isDownloading}
        onClick={() => void download(selected)}
      >
        {isDownloading ? <Spinner /> : <Download />}
        Download Selected ({selected.length})
      </Button>
      {unfit[0] && (
        <details className="order-last basis-full text-[13px] text-pencil">
          <summary className="w-fit cursor-pointer rounded-sm">
            {unfit.length} of {selected.length} {unfit.length === 1 ? 'does' : 'do'} not fit
            {unfit.length < selected.length && '; the zip holds the rest'}.
          </summary>
          <ul className="mt-1 max-h-40 list-disc space-y-0.5 overflow-y-auto pl-5">
            {unfit.map(({ id, name, refusal }) => (
              <li key={id}>
                <span className="font-medium text-ink">{name}</span>: {refusal}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** The ticked mockups that cannot be had for the chosen shop, each with the reason. */
function useUnfit(mockups: readonly MockupWire[], ticked: ReadonlySet<string>) {
  const { preset } = useExportOptions()
  return mockups.flatMap((mockup) => {
    if (!ticked.has(mockup.id)) return []
    const { product, model_style: style, background, design_id: design, print_path: path } = mockup
    const shapable = { product, style, background, hasDesign: design !== null, path }
    const refusal = shapeRefusal(PRESETS[preset], shapable)
    return refusal ? [{ id: mockup.id, name: describeMockup(mockup), refusal }] : []
  })
}
