import type { MockupWire } from '@printroom/contract/wire'
import { ColourVariationsDialog } from '~/features/mockups/colour-variations-dialog.tsx'
import { DebugDialog } from '~/features/mockups/debug-dialog.tsx'
import { DeleteMockupDialog } from '~/features/mockups/delete-mockup-dialog.tsx'
import { DetailDialog } from '~/features/mockups/detail-dialog.tsx'

export type OpenDialog = { dialog: 'detail' | 'debug' | 'colours' | 'delete'; mockup: MockupWire }

const DIALOGS = {
  detail: DetailDialog,
  debug: DebugDialog,
  colours: ColourVariationsDialog,
  delete: DeleteMockupDialog,
}

/** Loaded with the first dialog that is opened. */
export default function MockupDialogs({ open, onClose }: { open: OpenDialog; onClose: () => void }) {
  const Dialog = DIALOGS[open.dialog]
  return <Dialog mockup={open.mockup} onClose={onClose} />
}
