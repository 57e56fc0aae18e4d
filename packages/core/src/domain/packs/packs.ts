import { BUILT_IN_PACKS } from '@printroom/contract/built-in-packs'
import { PACKS_MAX } from '@printroom/contract/limits'
import type { PackInput, PackWire } from '@printroom/contract/pack-schemas'
import { type Pack, type PackPicture, packProblems } from '@printroom/contract/packs'
import { idSchema } from '@printroom/contract/schemas'
import type { Prisma } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'

type Row = { id: string; name: string; pictures: Prisma.JsonValue }

/** Written through the contract's schema alone. */
const toPack = ({ id, name, pictures }: Row): Pack => ({ id, name, pictures: pictures as unknown as PackPicture[] })

const toWire = (pack: Pack, isBuiltIn: boolean): PackWire => ({
  id: pack.id,
  name: pack.name,
  pictures: pack.pictures.map(({ scenes, ...picture }) => ({ ...picture, scenes: [...scenes] })),
  is_built_in: isBuiltIn,
  problems: packProblems(pack),
})

/** Ours, then a seller's own by name. */
export async function listPacks({ db }: Context, userId: UserId): Promise<PackWire[]> {
  const own = await db.pack.findMany({ where: { userId }, orderBy: { name: 'asc' } })
  return [...BUILT_IN_PACKS.map((pack) => toWire(pack, true)), ...own.map((row) => toWire(toPack(row), false))]
}

/** One of ours or of the seller's own. @throws AppError not_found */
export async function findPack({ db }: Pick<Context, 'db'>, userId: UserId, id: string): Promise<Pack> {
  const builtIn = BUILT_IN_PACKS.find((pack) => pack.id === id)
  if (builtIn) return builtIn
  const row = idSchema.safeParse(id).success ? await db.pack.findFirst({ where: { id, userId } }) : null
  if (!row) throw new AppError('not_found', { error: 'This listing pack is not here any more.' })
  return toPack(row)
}

/** Keeps a pack. @throws AppError bad_input when there are too many or one of this name, unauthorized */
export async function createPack({ db }: Context, userId: UserId, { name, pictures }: PackInput): Promise<PackWire> {
  const row = await db.$transaction(async (tx) => {
    // Two calls at once would both find room for the last.
    const [user] = await tx.$queryRaw<
      object[]
    >`SELECT id FROM users WHERE id = ${userId}::uuid AND deleted_at IS NULL FOR UPDATE`
    if (!user) throw new AppError('unauthorized')
    if ((await tx.pack.count({ where: { userId } })) >= PACKS_MAX)
      throw new AppError('bad_input', {
        error: `An account has at most ${PACKS_MAX} packs of its own. Delete one that is not used any more.`,
      })
    const [made] = await tx.pack.createManyAndReturn({ data: [{ userId, name, pictures }], skipDuplicates: true })
    if (!made) throw nameTaken(name)
    return made
  })
  return toWire(toPack(row), false)
}

/** Changes a pack of the seller's own. @throws AppError not_found, bad_input when another has its name */
export async function changePack(
  { db }: Context,
  userId: UserId,
  { id, name, pictures }: PackInput & { id: string },
): Promise<PackWire> {
  return db.$transaction(async (tx) => {
    // So that of two that take one name at once the second sees the first.
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`
    if (await tx.pack.count({ where: { userId, name, id: { not: id } } })) throw nameTaken(name)
    const { count } = await tx.pack.updateMany({ where: { id, userId }, data: { name, pictures } })
    if (count === 0) throw new AppError('not_found')
    return toWire({ id, name, pictures }, false)
  })
}

/** Deletes a pack of the seller's own; batches that were ordered from it stay what they are. @throws AppError not_found */
export async function removePack({ db }: Context, userId: UserId, id: string): Promise<void> {
  const { count } = await db.pack.deleteMany({ where: { id, userId } })
  if (count === 0) throw new AppError('not_found')
}

const nameTaken = (name: string): AppError => {
  const error = `You have a pack called “${name}” already.`
  return new AppError('bad_input', { error, fields: { name: error } })
}
