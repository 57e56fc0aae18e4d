import type { MockupWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type MockupRow, toMockupWire } from './wire.ts'

/** One of a user's mockups. @throws AppError not_found */
export async function getMockup({ db }: Context, userId: UserId, id: string): Promise<MockupWire> {
  const mockup = await db.mockup.findFirst({ where: { id, userId } })
  if (!mockup) throw new AppError('not_found')
  return toMockupWire(mockup)
}

/** Those of a user's mockups that are there, in the order of the ids. */
export async function readMockups(db: Context['db'], userId: UserId, ids: string[]): Promise<MockupWire[]> {
  const found = await db.mockup.findMany({ where: { userId, id: { in: ids } } })
  const rows = new Map<string, MockupRow>(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? []).map(toMockupWire)
}
