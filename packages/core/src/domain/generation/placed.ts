import { type Shape, placementProblem } from '@printroom/contract/placement'
import type { RenderSettings } from '@printroom/contract/schemas'
import { AppError } from '../../errors.ts'

/** @param design its sides in pixels. @throws AppError bad_input where it would be printed beyond the product's print area */
export function refuseBeyondArea({ product, side, placement }: RenderSettings, design: Shape): void {
  const problem = placement && placementProblem(product, design, placement, side)
  if (problem) throw new AppError('bad_input', { error: problem, fields: { placement: problem } })
}
