import type { MockupWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../context.ts'
import { toMockupWire } from './wire.ts'

/** A user's mockups, newest first. */
export async function listMockups({ db }: Context, userId: UserId): Promise<MockupWire[]> {
  const mockups = await db.mockup.findMany({ where: { userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
  return mockups.map(toMockupWire)
}
