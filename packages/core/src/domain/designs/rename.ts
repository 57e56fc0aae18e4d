import type { DesignWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toDesignWire } from './wire.ts'

/** Gives a design another name. @throws AppError not_found */
export async function renameDesign(
  { db }: Context,
  userId: UserId,
  input: { id: string; filename: string },
): Promise<DesignWire> {
  const [design] = await db.design.updateManyAndReturn({
    where: { id: input.id, userId },
    data: { filename: input.filename },
  })
  if (!design) throw new AppError('not_found')
  return toDesignWire(design)
}
