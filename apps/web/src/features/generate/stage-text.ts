import type { GenerationWire } from '@printroom/contract/wire'

/** Where a generation stands, in words and numbers. */
export function stageText(generation: GenerationWire | undefined): string {
  if (!generation) return 'Sending'
  if (generation.status === 'queued') return generation.position > 0 ? `Number ${generation.position} in line` : 'Next in line'
  return generation.progress >= 100 ? 'Saving' : `Rendering ${generation.progress}%`
}
