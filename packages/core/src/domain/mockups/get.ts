import type { MockupWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toMockupWire } from './wire.ts'

/** One of a user's mockups. @throws AppError not_found */
export async function getMockup({ db }: Context, userId: UserId, id: string): Promise<MockupWire> {
  const mockup = await db.mockup.findFirst({ where: { id, userId } })
  if (!mockup) throw new AppError('not_found')
  return toMockupWire(mockup)
}
