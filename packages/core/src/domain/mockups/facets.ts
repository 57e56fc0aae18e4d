import { FACET_MAX_DESIGNS } from '@printroom/contract/limits'
import type { FacetsWire, FacetWire } from '@printroom/contract/mockup-filters'
import type { Context, UserId } from '../../context.ts'

type Row = Record<'product' | 'colour' | 'style' | 'background' | 'side', string | null>

/** What a user's mockups can be filtered by: as many values as catalogues ever had, and the designs of the newest. */
export async function facetsOf({ db }: Context, userId: UserId): Promise<FacetsWire> {
  const [rows, designs] = await Promise.all([
    db.$queryRaw<(Row & { count: number })[]>`
      SELECT product, colour, model_style AS style, background, side, count(*)::int AS count FROM mockups
      WHERE user_id = ${userId}::uuid GROUP BY GROUPING SETS ((product), (colour), (model_style), (background), (side))
      ORDER BY count DESC, product, colour, model_style, background, side`,
    db.$queryRaw<(FacetWire & { filename: string })[]>`
      SELECT d.id AS value, d.filename, made.count FROM (
        SELECT design_id, count(*)::int AS count, max(created_at) AS newest FROM mockups
        WHERE user_id = ${userId}::uuid AND design_id IS NOT NULL
        GROUP BY design_id ORDER BY newest DESC LIMIT ${FACET_MAX_DESIGNS + 1}::int
      ) made JOIN designs d ON d.id = made.design_id AND d.user_id = ${userId}::uuid ORDER BY made.newest DESC`,
  ])
  const of = (name: keyof Row): FacetWire[] =>
    rows.flatMap(({ [name]: value, count }) => (value === null ? [] : [{ value, count }]))
  return {
    products: of('product'),
    colours: of('colour'),
    styles: of('style'),
    backgrounds: of('background'),
    sides: of('side'),
    designs: designs.slice(0, FACET_MAX_DESIGNS),
    has_more_designs: designs.length > FACET_MAX_DESIGNS,
  }
}
