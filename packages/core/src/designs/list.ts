import type { DesignWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../context.ts'
import { toDesignWire } from './wire.ts'

/** A user's designs, newest first. */
export async function listDesigns({ db }: Context, userId: UserId): Promise<DesignWire[]> {
  const designs = await db.design.findMany({ where: { userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
  return designs.map(toDesignWire)
}
