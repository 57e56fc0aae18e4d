import type { WorkerContext } from '@printroom/core/context'
import type { JobPayload } from '@printroom/core/jobs/jobs'
import { makeExport } from '@printroom/core/domain/mockups/make-export'

/** Makes a mockup's picture as a shop wants it. */
export const handle = (
  context: WorkerContext,
  { exportId }: JobPayload<'export-mockup'>,
  isLastTry: boolean,
): Promise<void> => makeExport(context, exportId, isLastTry)
