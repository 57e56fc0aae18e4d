import type { GenerationWire } from '@printroom/contract/wire'

/** The picture is made by then, and on its way to the disk. */
const SAVING_PERCENT = 95

/** Where a generation stands, in words and numbers. */
export function progressText(generation: GenerationWire | undefined): string {
  if (!generation) return 'Sending'
  if (generation.status === 'queued')
    return generation.position > 0 ? `Number ${generation.position} in line` : 'Next in line'
  return generation.progress >= SAVING_PERCENT ? 'Saving' : `Rendering ${generation.progress}%`
}
