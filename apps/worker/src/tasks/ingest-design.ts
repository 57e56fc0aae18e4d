import type { WorkerContext } from '@printroom/core/context'
import { ingestDesign } from '@printroom/core/domain/designs/ingest'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Makes a design of an upload. */
export const handle = (
  context: WorkerContext,
  { uploadId }: JobPayload<'ingest-design'>,
  isLastTry: boolean,
): Promise<void> => ingestDesign(context, uploadId, isLastTry)
