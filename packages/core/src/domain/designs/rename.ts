import type { DesignWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { folderNameOf } from '../mockups/naming.ts'
import { toDesignWire } from './wire.ts'

/** Gives a design another name; its mockups stay one group, under the new name. @throws AppError not_found */
export async function renameDesign(
  { db }: Context,
  userId: UserId,
  input: { id: string; filename: string },
): Promise<DesignWire> {
  return db.$transaction(async (tx) => {
    const [design] = await tx.design.updateManyAndReturn({
      where: { id: input.id, userId },
      data: { filename: input.filename },
    })
    if (!design) throw new AppError('not_found')
    await tx.mockup.updateMany({
      where: { designId: design.id, userId },
      data: { folderName: folderNameOf(design) },
    })
    return toDesignWire(design)
  })
}
