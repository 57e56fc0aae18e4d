import { useMemo } from 'react'
import type { MockupWire } from '@printroom/contract/wire'
import { Badge } from '~/components/badge.tsx'
import { groupMockups } from '~/features/mockups/group-mockups.ts'
import { MockupCard } from '~/features/mockups/mockup-card.tsx'
import type { OpenDialog } from '~/features/mockups/mockup-dialogs.tsx'
import { useRegenerate } from '~/features/mockups/use-regenerate.ts'
import { formatNumber } from '~/lib/format.ts'

/** Cards that are seen before anybody scrolls, on a desk. */
const IN_SIGHT = 8

type MockupGroupsProps = {
  mockups: MockupWire[]
  ticked: ReadonlySet<string>
  highlighted: string | null
  onTick: (id: string) => void
  onOpen: (open: OpenDialog) => void
}

export function MockupGroups({ mockups, ticked, highlighted, onTick, onOpen }: MockupGroupsProps) {
  const groups = useMemo(() => groupMockups(mockups), [mockups])
  const { busy, regenerate } = useRegenerate()
  return (
    <div className="space-y-10">
      {groups.map(({ key, title, mockups: members }, group) => (
        <section key={key} aria-label={title}>
          <h2 className="mb-4 flex items-center gap-2.5 font-display text-lg font-medium">
            <span className="truncate">{title}</span>
            <Badge>{formatNumber(members.length)}</Badge>
          </h2>
          <ul className="@container grid grid-cols-2 gap-x-3 gap-y-6 [--columns:2] [--gap:0.75rem] [--words:101px] sm:gap-x-4 sm:[--gap:1rem] sm:[--words:83px] lg:grid-cols-3 lg:[--columns:3] xl:grid-cols-4 xl:[--columns:4]">
            {members.map((mockup, at) => (
              <MockupCard
                key={mockup.id}
                mockup={mockup}
                isFirst={group === 0 && at < IN_SIGHT}
                isTicked={ticked.has(mockup.id)}
                isHighlighted={highlighted === mockup.id}
                isRegenerating={busy.has(mockup.id)}
                onTick={onTick}
                onOpen={onOpen}
                onRegenerate={regenerate}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
