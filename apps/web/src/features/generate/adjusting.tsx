import type { ReactNode } from 'react'
import type { Lattice } from '@printroom/studio/geometry/lattice-map'
import { wizardPlacing } from '~/features/generate/placing-of.ts'
import type { Chooser } from '~/features/generate/use-wizard.ts'
import { PlacementDialog } from '~/features/placing/placement-dialog.tsx'
import { PrintOverlay } from '~/features/placing/print-overlay.tsx'

// Loaded when a print is adjusted: most orders never ask for it.

export function AdjustOverlay({ wizard, lattice }: { wizard: Chooser; lattice: Lattice }) {
  const placing = wizardPlacing(wizard)
  return placing && <PrintOverlay placing={placing} lattice={lattice} />
}

export function AdjustDialog({ wizard, picture }: { wizard: Chooser; picture: ReactNode }) {
  const placing = wizardPlacing(wizard)
  return placing && <PlacementDialog placing={placing} picture={picture} onClose={() => wizard.setAdjusting?.(false)} />
}
