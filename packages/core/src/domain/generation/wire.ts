import { FRONT } from '@printroom/contract/catalogue'
import type { GenerationWire } from '@printroom/contract/wire'
import type { GenerationInput } from './input.ts'

type Made = { status: GenerationWire['status']; progress: number; error: string | null; mockup: { id: string } | null }

export type GenerationRow = Made & {
  id: string
  designId: string | null
  input: unknown
  createdAt: Date
  /** The order whose picture answers this one, where there is one. */
  sameAs?: Made | null
}

/** `position`: the place in line, 0 where it is being made or over. */
export function toGenerationWire(row: GenerationRow, position: number): GenerationWire {
  const { settings, recolours, original } = row.input as GenerationInput
  const { scene = null, ...choices } = settings
  const { status, progress, error, mockup } = row.sameAs ?? row
  return {
    id: row.id,
    status,
    progress,
    position,
    design_id: row.designId,
    side: FRONT,
    placement: null,
    ...choices,
    scene_id: scene,
    original_mockup_id: original ?? recolours,
    is_color_change: recolours !== null,
    mockup_id: mockup?.id ?? null,
    error,
    created_at: row.createdAt.toISOString(),
  }
}
