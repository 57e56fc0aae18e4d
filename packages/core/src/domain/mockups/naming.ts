import { findColour } from '@printroom/contract/colours'
import { DEFAULT_NAME_TEMPLATE, type Named, slugOf } from '@printroom/contract/naming'
import type { Context, UserId } from '../../context.ts'

/**
 * The folder of a design's mockups: its name as a slug, then digits that only this design has. The screen strips the
 * digits; they keep two designs of one name apart. The digits are the last 12 of the id's random part, as a number.
 */
export function folderNameOf(design: { id: string; filename: string }): string {
  const digits = BigInt(`0x${design.id.replaceAll('-', '').slice(-12)}`) % 1_000_000_000n
  return `${slugOf(design.filename.replace(/\.png$/i, '')) || 'design'}-${digits}`
}

/** How a seller has their files named. */
export async function nameTemplateOf({ db }: Pick<Context, 'db'>, userId: UserId): Promise<string> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { nameTemplate: true } })
  return user?.nameTemplate ?? DEFAULT_NAME_TEMPLATE
}

/** Has a seller's files named by a template from now on; the schema has looked at it. */
export async function setNameTemplate({ db }: Context, userId: UserId, template: string): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { nameTemplate: template } })
}

/** What the names of a mockup's files say of it; `n` is its number in its group. */
export const named = (mockup: Omit<Named, 'n'>, n: number): Named => ({
  ...mockup,
  colour: findColour(mockup.colour)?.label ?? mockup.colour,
  n,
})

/** Each mockup's number in its group, from 1, oldest first: My Mockups shows the same. */
export async function numbersOf(
  { db }: Pick<Context, 'db'>,
  userId: UserId,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ id: string; n: number }[]>`
    SELECT id, n FROM (
      SELECT id, row_number() OVER (PARTITION BY folder_name ORDER BY created_at, id)::int AS n FROM mockups
      WHERE user_id = ${userId}::uuid
        AND folder_name IN (SELECT folder_name FROM mockups WHERE user_id = ${userId}::uuid AND id = ANY(${[...ids]}::uuid[]))
    ) numbered WHERE id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Numbers mockups that come oldest first, group by group, as they are read. */
export function counter(): (mockup: Pick<Named, 'folderName'>) => number {
  const seen = new Map<string, number>()
  return ({ folderName }) => {
    const n = (seen.get(folderName) ?? 0) + 1
    seen.set(folderName, n)
    return n
  }
}
