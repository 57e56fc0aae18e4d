import { lazy, memo } from 'react'
import { Bug, Check, Download } from 'lucide-react'
import { labelOf } from '@printroom/contract/catalogue'
import { GENERATION } from '@printroom/contract/messages'
import type { MockupWire } from '@printroom/contract/wire'
import { Badge } from '~/components/badge.tsx'
import { Button } from '~/components/button.tsx'
import { Checkbox } from '~/components/checkbox.tsx'
import { MenuButton } from '~/components/menu-button.tsx'
import { Picture } from '~/components/picture.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { sideSuffix } from '~/features/catalogue/side-suffix.ts'
import { ColourBadge } from '~/features/mockups/colour-badge.tsx'
import { describeMockup } from '~/features/mockups/describe-mockup.ts'
import { FavouriteButton } from '~/features/mockups/favourite-button.tsx'
import { fidelityText } from '~/features/mockups/fidelity-text.ts'
import type { OpenDialog } from '~/features/mockups/mockup-dialogs.tsx'
import { cardId } from '~/features/mockups/use-highlight.ts'
import { formatDate } from '~/lib/format.ts'
import { cn } from '~/lib/cn.ts'

const MockupMenu = lazy(() => import('~/features/mockups/mockup-menu.tsx'))

type MockupCardProps = {
  mockup: MockupWire
  /** In its group, from 1, the oldest first: as in the names of its files. */
  number: number
  /** Another card of the group reads as this one does. */
  isAlike: boolean
  /** Seen before anybody scrolls. */
  isFirst: boolean
  /** In sight, soon, or before. */
  isWhole: boolean
  /** A client has ticked it. */
  isApproved: boolean
  isTicked: boolean
  isHighlighted: boolean
  isRegenerating: boolean
  onTick: (id: string) => void
  onOpen: (open: OpenDialog) => void
  onRegenerate: (mockup: MockupWire) => void
}

/** A card of a list that may be very long: all that is far away costs a browser next to nothing. */
export const MockupCard = memo(function MockupCard(props: MockupCardProps) {
  if (!props.isWhole) return <FarCard {...props} />
  const {
    mockup,
    number,
    isAlike,
    isFirst,
    isApproved,
    isTicked,
    isHighlighted,
    isRegenerating,
    onTick,
    onOpen,
    onRegenerate,
  } = props
  const name = nameOf(mockup, isAlike, number)
  const fidelity = fidelityText(mockup)
  return (
    <li id={cardId(mockup.id)} data-highlighted={isHighlighted || undefined} className="min-w-0 scroll-mt-32">
      <div
        className={cn(
          'relative rounded-lg transition-shadow duration-200',
          isTicked && 'shadow-[0_0_0_2px_var(--cyan)]',
          isHighlighted && 'shadow-[0_0_0_4px_var(--cyan)]',
        )}
      >
        <button
          type="button"
          aria-label={`Open ${name}`}
          onClick={() => onOpen({ dialog: 'detail', mockup })}
          className="block w-full rounded-lg"
        >
          <Picture
            src={mockup.thumbnail_url || mockup.file_url}
            alt={name}
            isCard={mockup.thumbnail_url !== ''}
            isLazy={false}
            isFirst={isFirst}
            className="rounded-lg"
          />
        </button>
        <Checkbox
          checked={isTicked}
          aria-label={`Select ${name}`}
          onCheckedChange={() => onTick(mockup.id)}
          className="absolute top-2.5 left-2.5 size-6 shadow-sheet"
        />
        <FavouriteButton mockup={mockup} name={name} className="absolute top-1.5 right-1.5" />
        {isApproved && (
          <Badge variant="green" className="pointer-events-none absolute bottom-2 left-2 shadow-sheet">
            <Check aria-hidden="true" /> Approved
          </Badge>
        )}
        {isRegenerating && (
          <div
            role="status"
            className="absolute inset-0 grid place-items-center rounded-lg bg-scrim text-sm font-medium text-white"
          >
            <span className="flex items-center gap-2">
              <Spinner /> {GENERATION.regenerating}
            </span>
          </div>
        )}
      </div>
      <div className="mt-1.5 flex items-center justify-between gap-1">
        <p className="truncate text-sm font-medium">
          {labelOf(mockup.product)} <span className="font-normal text-pencil tabular-nums">No. {number}</span>
        </p>
        <div className="-mr-1 flex shrink-0">
          <Button asChild variant="ghost" size="icon-sm">
            <a href={`${mockup.file_url}?download`} download aria-label={`Download ${name}`} title="Download">
              <Download />
            </a>
          </Button>
          {mockup.debug_info && (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Debug Info"
              title="Debug Info"
              className="max-sm:hidden"
              onClick={() => onOpen({ dialog: 'debug', mockup })}
            >
              <Bug />
            </Button>
          )}
          <MenuButton label={`More for ${name}`}>
            {(isByKey) => (
              <MockupMenu
                label={`More for ${name}`}
                isByKey={isByKey}
                mockup={mockup}
                isRegenerating={isRegenerating}
                onOpen={onOpen}
                onRegenerate={onRegenerate}
              />
            )}
          </MenuButton>
        </div>
      </div>
      <ColourBadge colour={mockup.colour} className="flex w-fit" />
      <p className="mt-1 text-[13px] leading-[18px] text-pencil">
        {labelOf(mockup.model_style)}
        {sideSuffix(mockup.side)}
        <span className="max-sm:hidden"> · </span>
        <time dateTime={mockup.created_at} className="whitespace-nowrap max-sm:block">
          {formatDate(mockup.created_at)}
        </time>
      </p>
      {fidelity && <p className="mt-0.5 truncate text-[13px] leading-[18px] text-pencil tabular-nums">{fidelity}</p>}
    </li>
  )
})

const nameOf = (mockup: MockupWire, isAlike: boolean, number: number): string =>
  isAlike ? `${describeMockup(mockup)}, No. ${number}` : describeMockup(mockup)

/** As high as the whole card, named for a screen reader, and nothing to draw. */
const FarCard = ({ mockup, isAlike, number }: MockupCardProps) => (
  <li
    id={cardId(mockup.id)}
    aria-label={nameOf(mockup, isAlike, number)}
    className="min-w-0 scroll-mt-32 pb-(--words) before:block before:aspect-square"
  />
)
