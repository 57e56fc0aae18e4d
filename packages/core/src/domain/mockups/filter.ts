import {
  BACKGROUNDS,
  BASE_MODELS,
  FRONT,
  GENDERS,
  labelOf,
  MODEL_STYLES,
  PHOTOGRAPH,
  PRODUCTS,
  SIDES,
} from '@printroom/contract/catalogue'
import { COLOURS } from '@printroom/contract/colours'
import { SEARCH_MAX_WORDS } from '@printroom/contract/limits'
import type { MockupFilter } from '@printroom/contract/mockup-filters'
import { Prisma } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** A word as texts are compared: `T-Shirt`, `t shirt` and `tshirt` are one. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, '')

/** The columns of a mockup that hold words of the catalogue, and what each word is called on screen. */
const NAMED: readonly [column: Prisma.Sql, names: readonly (readonly [value: string, name: string])[]][] = [
  [Prisma.sql`m.product`, PRODUCTS.map((value) => [value, plain(labelOf(value))])],
  [Prisma.sql`m.product_model`, BASE_MODELS.map((value) => [value, plain(labelOf(value))])],
  [Prisma.sql`m.colour`, COLOURS.map(({ value, label }) => [value, plain(label)])],
  [Prisma.sql`m.model_style`, [...MODEL_STYLES, PHOTOGRAPH].map((value) => [value, plain(labelOf(value))])],
  [Prisma.sql`m.background`, BACKGROUNDS.map((value) => [value, plain(labelOf(value))])],
  // `front` is a word of a style.
  [Prisma.sql`m.side`, SIDES.filter((side) => side !== FRONT).map((value) => [value, plain(labelOf(value))])],
]
/** `man` is in `woman`: these are whole words. */
const genderOf = (word: string): string | undefined => GENDERS.find((gender) => gender === word)

/** The mockups `m` of a user that a filter leaves, as the condition of a statement. @throws AppError not_found when it names a design that is not the user's */
export async function filterOf({ db }: Context, userId: UserId, filter: MockupFilter): Promise<Prisma.Sql> {
  if (filter.design_id && !(await db.design.count({ where: { id: filter.design_id, userId } })))
    throw new AppError('not_found')
  const { q = '', design_id: design, product, colour, style, background, side, from, before } = filter
  const conditions = [
    Prisma.sql`m.user_id = ${userId}::uuid`,
    ...words(q).map((word) => hasWord(userId, word)),
    ...(design ? [Prisma.sql`m.design_id = ${design}::uuid`] : []),
    ...(product ? [Prisma.sql`m.product = ${product}`] : []),
    ...(colour ? [Prisma.sql`m.colour = ${colour}`] : []),
    ...(style ? [Prisma.sql`m.model_style = ${style}`] : []),
    ...(background ? [Prisma.sql`m.background = ${background}`] : []),
    ...(side ? [Prisma.sql`m.side = ${side}`] : []),
    ...(from ? [Prisma.sql`m.created_at >= ${new Date(from)}::timestamptz`] : []),
    ...(before ? [Prisma.sql`m.created_at < ${new Date(before)}::timestamptz`] : []),
    ...(filter.is_favourite === undefined ? [] : [Prisma.sql`m.is_favourite = ${filter.is_favourite}`]),
  ]
  return Prisma.join(conditions, ' AND ')
}

/** Whether a filter leaves anything out. */
export const isFiltered = ({ q, ...rest }: MockupFilter): boolean =>
  words(q ?? '').length > 0 ||
  [
    rest.design_id,
    rest.product,
    rest.colour,
    rest.style,
    rest.background,
    rest.side,
    rest.from,
    rest.before,
    rest.is_favourite,
  ].some((value) => value !== undefined)

const words = (q: string): string[] =>
  q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => plain(word) !== '')
    .slice(0, SEARCH_MAX_WORDS)

/** A word of a search: in the design's name (the folder keeps it when the design is gone), or in what a column's value is called. */
function hasWord(userId: UserId, word: string): Prisma.Sql {
  const wanted = plain(word)
  const folder = Prisma.sql`position(${wanted} IN replace(regexp_replace(m.folder_name, '-[0-9]+$', ''), '-', '')) > 0`
  const design = Prisma.sql`m.design_id IN (SELECT id FROM designs WHERE user_id = ${userId}::uuid AND position(${word} IN lower(filename)) > 0)`
  const columns = NAMED.flatMap(([column, names]) => {
    const values = names.filter(([, name]) => name.includes(wanted)).map(([value]) => value)
    return values.length > 0 ? [Prisma.sql`${column} = ANY(${values})`] : []
  })
  const gender = genderOf(word)
  if (gender) columns.push(Prisma.sql`m.model_gender = ${gender}`)
  return Prisma.sql`(${Prisma.join([folder, design, ...columns], ' OR ')})`
}
