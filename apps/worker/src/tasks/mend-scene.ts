import type { WorkerContext } from '@printroom/core/context'
import { remakeScene } from '@printroom/core/domain/scenes/remake'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Makes a scene's plate anew with the mask that its seller has mended. */
export const handle = (
  context: WorkerContext,
  { sceneId }: JobPayload<'mend-scene'>,
  isLastTry: boolean,
): Promise<void> => remakeScene(context, sceneId, isLastTry)
