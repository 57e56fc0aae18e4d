import type { WorkerContext } from '@printroom/core/context'
import { measureScene } from '@printroom/core/domain/scenes/measure'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Makes a scene of a photograph. */
export const handle = (
  context: WorkerContext,
  { sceneId }: JobPayload<'measure-scene'>,
  isLastTry: boolean,
): Promise<void> => measureScene(context, sceneId, isLastTry)
