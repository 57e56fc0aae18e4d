import type { ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Bug, Copy, EllipsisVertical, Images, Palette, RefreshCw, Trash2 } from 'lucide-react'
import { PHOTOGRAPH } from '@printroom/contract/catalogue'
import type { MockupWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '~/components/dropdown-menu.tsx'
import { copySettingsQuery } from '~/features/mockups/copy-settings.ts'
import type { OpenDialog } from '~/features/mockups/mockup-dialogs.tsx'

type MockupMenuProps = {
  mockup: MockupWire
  label: string
  isByKey: boolean
  isRegenerating: boolean
  onOpen: (open: OpenDialog) => void
  onRegenerate: (mockup: MockupWire) => void
}

const Cost = ({ children }: { children: ReactNode }) => (
  <span className="ml-auto pl-4 text-[13px] text-pencil">{children}</span>
)

/** Open from the start: it is made when it is asked for. */
export default function MockupMenu({ mockup, label, isByKey, isRegenerating, onOpen, onRegenerate }: MockupMenuProps) {
  const navigate = useNavigate()
  // Without its design a mockup stays, but nothing new can be made from it.
  const isOrphan = mockup.design_id === null
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={label}>
          <EllipsisVertical />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent startsAtItem={isByKey}>
        {mockup.model_style === PHOTOGRAPH ? (
          // A photograph has one shot and one color: what is new is made where it is.
          <DropdownMenuItem
            disabled={!mockup.scene_id}
            onSelect={() =>
              mockup.scene_id && void navigate({ to: '/scenes/$sceneId', params: { sceneId: mockup.scene_id } })
            }
          >
            <Images /> {mockup.scene_id ? 'Open the Scene' : 'Its scene was deleted'}
          </DropdownMenuItem>
        ) : (
          <>
            <DropdownMenuItem disabled={isOrphan || isRegenerating} onSelect={() => onRegenerate(mockup)}>
              <RefreshCw /> Regenerate <Cost>1 credit</Cost>
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => void navigate({ to: '/generate', search: copySettingsQuery(mockup) })}>
              <Copy /> Copy Settings
            </DropdownMenuItem>
            <DropdownMenuItem disabled={isOrphan} onSelect={() => onOpen({ dialog: 'colours', mockup })}>
              <Palette /> Color Variations <Cost>1 credit each</Cost>
            </DropdownMenuItem>
          </>
        )}
        {mockup.debug_info && (
          <DropdownMenuItem className="sm:hidden" onSelect={() => onOpen({ dialog: 'debug', mockup })}>
            <Bug /> Debug Info
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem isDestructive onSelect={() => onOpen({ dialog: 'delete', mockup })}>
          <Trash2 /> Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
