import { isBuiltIn } from '@printroom/contract/built-in-packs'
import { BATCH_MAX_CALLS, BATCH_MAX_PICTURES, SHARE_MAX_PICTURES } from '@printroom/contract/limits'
import { idSchema } from '@printroom/contract/schemas'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** What an id can name. */
export type Named =
  | 'user'
  | 'design'
  | 'mockup'
  | 'batch'
  | 'pack'
  | 'share'
  | 'scene'
  | 'generation'
  | 'session'
  | 'browser'
  | 'key'
  | 'endpoint'
  | 'delivery'

type Find = (context: Context, userId: UserId, ids: string[]) => Promise<{ id: string }[]>
const select = { id: true }

const FIND: Record<Named, Find> = {
  user: async (_, userId, ids) => ids.filter((id) => id === userId).map((id) => ({ id })),
  design: ({ db }, userId, ids) => db.design.findMany({ where: { id: { in: ids }, userId }, select }),
  mockup: ({ db }, userId, ids) => db.mockup.findMany({ where: { id: { in: ids }, userId }, select }),
  batch: ({ db }, userId, ids) => db.batch.findMany({ where: { id: { in: ids }, userId }, select }),
  pack: ({ db }, userId, ids) => db.pack.findMany({ where: { id: { in: ids }, userId }, select }),
  share: ({ db }, userId, ids) => db.share.findMany({ where: { id: { in: ids }, userId }, select }),
  scene: ({ db }, userId, ids) => db.scene.findMany({ where: { id: { in: ids }, userId }, select }),
  generation: ({ db }, userId, ids) => db.generation.findMany({ where: { id: { in: ids }, userId }, select }),
  session: async ({ db }, userId, ids) =>
    (await db.session.findMany({ where: { handle: { in: ids }, userId }, select: { handle: true } })).map(
      ({ handle }) => ({ id: handle }),
    ),
  browser: ({ db }, userId, ids) => db.trustedDevice.findMany({ where: { id: { in: ids }, userId }, select }),
  endpoint: ({ db }, userId, ids) => db.webhookEndpoint.findMany({ where: { id: { in: ids }, userId }, select }),
  delivery: ({ db }, userId, ids) => db.webhookDelivery.findMany({ where: { id: { in: ids }, userId }, select }),
  key: ({ db }, userId, ids) => db.apiKey.findMany({ where: { id: { in: ids }, userId }, select }),
}

/** A call that comes over the wire names three things at most; one that orders a batch, a design a picture; one that shares, the pictures. */
const IDS_MAX = 10 * BATCH_MAX_CALLS
const MORE: Partial<Record<Named, number>> = { design: BATCH_MAX_PICTURES, mockup: SHARE_MAX_PICTURES }
const mostOf = (kind: Named): number => IDS_MAX + (MORE[kind] ?? 0)

/** Which of these ids name something of this user's, or a pack that everybody has. Text that is no id names nothing. @throws AppError bad_input when there are too many */
export async function ownIds(
  context: Context,
  userId: UserId,
  kind: Named,
  ids: readonly string[],
): Promise<Set<string>> {
  const most = mostOf(kind)
  if (ids.length > most) throw new AppError('bad_input', { error: `These calls name more than ${most} things.` })
  const readable = ids.filter((id) => idSchema.safeParse(id).success).map((id) => id.toLowerCase())
  const own = new Set((await FIND[kind](context, userId, readable)).map(({ id }) => id))
  return new Set(ids.filter((id) => own.has(id.toLowerCase()) || (kind === 'pack' && isBuiltIn(id))))
}
