import { memo, useMemo, useRef, useState } from 'react'
import { Check, Share2 } from 'lucide-react'
import { labelOf } from '@printroom/contract/catalogue'
import type { MockupWire } from '@printroom/contract/wire'
import { Badge } from '~/components/badge.tsx'
import { Button } from '~/components/button.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { describeMockup } from '~/features/mockups/describe-mockup.ts'
import { fidelityText } from '~/features/mockups/fidelity-text.ts'
import { groupMockups, type MockupGroup } from '~/features/mockups/group-mockups.ts'
import { MockupCard } from '~/features/mockups/mockup-card.tsx'
import type { OpenDialog } from '~/features/mockups/mockup-dialogs.tsx'
import type { MockupList } from '~/features/mockups/use-mockups.ts'
import { useNearby, type Range } from '~/features/mockups/use-nearby.ts'
import { busyKey, useRegenerate } from '~/features/mockups/use-regenerate.tsx'
import type { Sharing } from '~/features/shares/share-dialog.tsx'
import { cn } from '~/lib/cn.ts'
import { formatDate, formatNumber } from '~/lib/format.ts'

/** Cards that are seen before anybody scrolls, on a phone; a desk has lanes enough for more. */
const IN_SIGHT = 4
const GRID = 'grid grid-cols-2 gap-x-3 gap-y-6 sm:gap-x-4 lg:grid-cols-3 xl:grid-cols-4'

type ListProps = {
  ticked: ReadonlySet<string>
  highlighted: string | null
  onTick: (id: string) => void
  onOpen: (open: OpenDialog) => void
  onShare: (sharing: Sharing) => void
}

export function MockupGroups({ list: shown, ...list }: ListProps & { list: MockupList }) {
  const groups = useMemo(() => groupMockups(shown.mockups, shown), [shown])
  const { busy, regenerate, question } = useRegenerate()
  const place = useRef<HTMLDivElement>(null)
  const near = useNearby(place)
  // The last card is whole from the start: there the keyboard comes in from behind.
  const last = groups.at(-1)?.mockups.at(-1)
  return (
    <div ref={place} className="space-y-10">
      {groups.map((group) => (
        <Group
          key={group.key}
          group={group}
          numbers={shown.numbers}
          approved={shown.approved}
          {...within(group, near)}
          last={last}
          busy={busy}
          onRegenerate={regenerate}
          {...list}
        />
      ))}
      {question}
    </div>
  )
}

/** The part of a range of the whole list that lies in a group, counted from the group's start. All that are far away have the same: none. */
function within({ start, mockups }: MockupGroup, near: Range): Range {
  const from = Math.max(0, near.from - start)
  const to = Math.min(mockups.length, near.to - start)
  return from < to ? { from, to } : { from: 0, to: 0 }
}

type GroupProps = ListProps &
  Range & {
    group: MockupGroup
    numbers: Record<string, number>
    approved: ReadonlySet<string>
    last: MockupWire | undefined
    busy: ReadonlySet<string>
    onRegenerate: (mockup: MockupWire) => void
  }

const Group = memo(function Group({
  group: { title, mockups, size, start },
  numbers,
  approved,
  from,
  to,
  last,
  busy,
  ticked,
  highlighted,
  onTick,
  onOpen,
  onShare,
  onRegenerate,
}: GroupProps) {
  const near = useOnceNear(mockups.slice(from, to))
  const alike = useMemo(() => repeated(mockups.map(describeMockup)), [mockups])
  const ticks = mockups.filter(({ id }) => approved.has(id)).length
  const isWhole = (mockup: MockupWire): boolean => near.has(mockup.id) || mockup === last
  return (
    <section aria-label={title} className="[contain:layout_style]">
      <div className="mb-4 flex min-h-8 items-center gap-2.5">
        <h2 className="flex min-w-0 items-center gap-2.5 font-display text-lg font-medium">
          <span className="truncate">{title}</span>
          <Badge>{formatNumber(size)}</Badge>
        </h2>
        {ticks > 0 && (
          <Badge variant="green">
            <Check aria-hidden="true" /> {formatNumber(ticks)} approved
          </Badge>
        )}
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2 ml-auto"
          aria-label={`Share ${title}`}
          onClick={() => onShare({ ids: mockups.map(({ id }) => id), title, left: size - mockups.length })}
        >
          <Share2 /> Share
        </Button>
      </div>
      <div className="relative">
        <FarWords mockups={mockups} isWhole={isWhole} />
        <ul
          className={cn(
            GRID,
            mockups.some((mockup) => fidelityText(mockup))
              ? '[--words:120px] sm:[--words:102px]'
              : '[--words:100px] sm:[--words:82px]',
          )}
        >
          {mockups.map((mockup, at) => (
            <MockupCard
              key={mockup.id}
              mockup={mockup}
              number={numbers[mockup.id] ?? size - at}
              isAlike={alike.has(describeMockup(mockup))}
              isFirst={start + at < IN_SIGHT}
              isWhole={isWhole(mockup)}
              isApproved={approved.has(mockup.id)}
              isTicked={ticked.has(mockup.id)}
              isHighlighted={highlighted === mockup.id}
              isRegenerating={busy.has(busyKey(mockup))}
              onTick={onTick}
              onOpen={onOpen}
              onRegenerate={onRegenerate}
            />
          ))}
        </ul>
      </div>
    </section>
  )
})

/** What stands there more than once. */
const repeated = (names: readonly string[]): ReadonlySet<string> => {
  const once = new Set<string>()
  return new Set(names.filter((name) => once.size === once.add(name).size))
}

/**
 * The ids of the mockups that were near at least once. A card that is whole stays so: it would cost its drawing to make it
 * empty, and again when somebody comes back; and the keyboard's focus stays where it is.
 */
function useOnceNear(near: readonly MockupWire[]): ReadonlySet<string> {
  const [ids, setIds] = useState<ReadonlySet<string>>(NONE)
  const fresh = near.filter(({ id }) => !ids.has(id))
  if (fresh.length === 0) return ids
  const more = new Set([...ids, ...fresh.map(({ id }) => id)])
  setIds(more)
  return more
}

const NONE: ReadonlySet<string> = new Set()

/** What a search in the page finds of the cards that are far away, each at its card's place: the browser lays it out when it has found something. */
function FarWords({ mockups, isWhole }: { mockups: MockupWire[]; isWhole: (mockup: MockupWire) => boolean }) {
  const words = useMemo(() => mockups.map(wordsOf), [mockups])
  return (
    <div
      ref={onlyFindable}
      aria-hidden="true"
      className={cn(GRID, 'pointer-events-none absolute inset-0 auto-rows-fr text-transparent')}
    >
      {mockups.map((mockup, at) => (
        <span key={mockup.id}>{!isWhole(mockup) && words[at]}</span>
      ))}
    </div>
  )
}

const wordsOf = ({ product, colour, model_style, created_at }: MockupWire): string =>
  `${labelOf(product)} ${colourName(colour).label} ${labelOf(model_style)} ${formatDate(created_at)}`

/** React does not know this value of `hidden` yet. */
const onlyFindable = (element: HTMLElement | null): void => element?.setAttribute('hidden', 'until-found')
