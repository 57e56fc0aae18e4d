import type { Context } from '@printroom/core/context'
import { renderGeneration } from '@printroom/core/generation/render'
import type { JobPayload } from '@printroom/core/jobs'

/** Makes the mockup of a generation. */
export const handle = (context: Context, { generationId }: JobPayload<'render-mockup'>, isLastTry: boolean): Promise<void> =>
  renderGeneration(context, generationId, isLastTry)
