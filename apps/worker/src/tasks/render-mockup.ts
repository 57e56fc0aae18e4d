import type { WorkerContext } from '@printroom/core/context'
import { renderGeneration } from '@printroom/core/domain/generation/render'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Makes the mockup of a generation. */
export const handle = (
  context: WorkerContext,
  { generationId }: JobPayload<'render-mockup'>,
  isLastTry: boolean,
): Promise<void> => renderGeneration(context, generationId, isLastTry)
