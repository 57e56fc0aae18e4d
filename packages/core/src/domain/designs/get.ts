import type { DesignWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toDesignWire } from './wire.ts'

/** One of a user's designs. @throws AppError not_found */
export async function getDesign({ db }: Context, userId: UserId, id: string): Promise<DesignWire> {
  const design = await db.design.findFirst({ where: { id, userId } })
  if (!design) throw new AppError('not_found')
  return toDesignWire(design)
}
