import { SCENES_MAX } from '@printroom/contract/limits'
import type { SceneWire } from '@printroom/contract/scenes'
import type { Context, UserId } from '../../context.ts'
import { NEWEST_FIRST } from '../../paging.ts'
import type { Events } from '../generation/events.ts'
import { toSceneWire } from './wire.ts'

/** A user's scenes that are being measured or made anew, or wait for it, newest first: now and whenever one of theirs moves; ends with the signal. */
export async function* watchScenes(
  { db }: Context,
  events: Events,
  userId: UserId,
  signal: AbortSignal | undefined,
): AsyncGenerator<SceneWire[]> {
  let hasNews = true
  let wake = () => {}
  const tell = () => {
    hasNews = true
    wake()
  }
  const unsubscribe = events.subscribeScenes((of) => {
    if (of === null || of === userId) tell()
  })
  signal?.addEventListener('abort', tell, { once: true })
  try {
    while (!signal?.aborted) {
      hasNews = false
      const rows = await db.scene.findMany({
        where: { userId, OR: [{ status: 'measuring' }, { nextMaskKey: { not: null } }] },
        orderBy: [...NEWEST_FIRST],
        take: SCENES_MAX,
      })
      yield rows.map(toSceneWire)
      if (!hasNews) await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    unsubscribe()
    signal?.removeEventListener('abort', tell)
  }
}
