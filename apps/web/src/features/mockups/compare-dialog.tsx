import { Maximize, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { MockupWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { describeMockup } from '~/features/mockups/describe-mockup.ts'
import { useLinkedView } from '~/features/mockups/use-linked-view.ts'
import { MOST, transformOf } from '~/features/mockups/view.ts'
import { formatDate } from '~/lib/format.ts'
import { returnFocus } from '~/lib/focus-origin.ts'

/** Two mockups at full size, side by side or one above the other; what is looked at of one is looked at of the other. */
export default function CompareDialog({ pair, onClose }: { pair: readonly MockupWire[]; onClose: () => void }) {
  const { view, area, pane, onKeyDown, zoomIn, zoomOut, showAll } = useLinkedView()
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex flex-col bg-paper data-[state=open]:animate-fade-in"
        >
          <header className="flex h-14 shrink-0 items-center gap-1 border-b px-3 sm:px-5">
            <Radix.Title className="font-display text-lg font-medium">Compare</Radix.Title>
            <Radix.Description className="ml-3 truncate text-[13px] text-pencil max-lg:sr-only">
              Drag to move, scroll or pinch to zoom. Keys: + − 0 and the arrows.
            </Radix.Description>
            <output className="mr-1 ml-auto text-sm text-pencil tabular-nums">{Math.round(view.scale * 100)} %</output>
            <Button variant="ghost" size="icon" aria-label="Zoom out" disabled={view.scale <= 1} onClick={zoomOut}>
              <ZoomOut />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Zoom in" disabled={view.scale >= MOST} onClick={zoomIn}>
              <ZoomIn />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Show all" onClick={showAll}>
              <Maximize />
            </Button>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close">
                <X />
              </Button>
            </Radix.Close>
          </header>
          <div ref={area} className="grid min-h-0 flex-1 gap-2 p-2 portrait:grid-rows-2 landscape:grid-cols-2">
            {pair.map((mockup) => (
              <figure key={mockup.id} className="flex min-h-0 min-w-0 flex-col items-center justify-center gap-1.5">
                {/* Square, and as large as its half of the window: both panes show the same part of their pictures. */}
                <div className="[container-type:size] grid min-h-0 w-full flex-1 place-items-center">
                  <div
                    data-pane
                    className="relative size-[min(100cqw,100cqh)] cursor-grab touch-none overflow-hidden rounded-lg bg-shade active:cursor-grabbing"
                    {...pane}
                  >
                    <img
                      src={mockup.file_url}
                      alt={describeMockup(mockup)}
                      draggable={false}
                      className="size-full select-none"
                      style={{ transform: transformOf(view) }}
                    />
                  </div>
                </div>
                <figcaption className="max-w-full shrink-0 truncate px-1 text-[13px] text-pencil">
                  <span className="font-medium text-ink">{describeMockup(mockup)}</span> ·{' '}
                  {formatDate(mockup.created_at)}
                </figcaption>
              </figure>
            ))}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
