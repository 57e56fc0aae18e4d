import type { BatchProduct, BatchRefusal, BatchRequest } from '@printroom/contract/batches'
import {
  DEFAULT_DESIGN_SIZE,
  FRONT,
  baseModelsFor,
  needsGender,
  type Background,
  type BaseModel,
  type DesignSize,
  type Gender,
  type ModelStyle,
  type Product,
  type Side,
} from '@printroom/contract/catalogue'
import { type Served, hasSide } from '@printroom/contract/sides'
import { scenesOf, type Pack } from '@printroom/contract/packs'

/** Without a side it shows the front. */
export type PlannedScene = { style: ModelStyle; background: Background; gender: Gender | null; side?: Side }

/** A scene of the seller's own. */
export type OwnScene = { id: string; side: Side }

/** The side that a scene shows. */
export const sideOfScene = ({ side = FRONT }: Pick<PlannedScene, 'side'>): Side => side
/** Who is in a style's pictures and which sides they show; no gender where nobody is. */
export type Shown = { genders: readonly Gender[]; sides: readonly Side[] }

/** A product of the plan in one base model: each of its colours is shown in each of its scenes. */
export type PlannedProduct = {
  id: string
  product: Product
  baseModel: BaseModel | null
  colours: readonly string[]
  scenes: readonly PlannedScene[]
  own?: readonly OwnScene[]
  size: DesignSize
  /** A place of the front, at which each design is put; null where the size says it. */
  place: string | null
  /** The same of its other sides. */
  placesOfSides?: Partial<Record<Side, string | null>>
}

/** What a seller has chosen for a batch so far. */
export type Plan = {
  name: string
  designIds: readonly string[]
  products: readonly PlannedProduct[]
  /** The listing pack that it is for, whose scenes its products have. */
  packId: string | null
  /** A file that names pictures one by one. */
  csv: { filename: string; text: string } | null
}

export const NO_PLAN: Plan = { name: '', designIds: [], products: [], packId: null, csv: null }

/** The plan for a listing pack: each of its products in the scenes that the pack has of it. Without one the scenes stay. */
export const withPack = (plan: Plan, pack: Pack | null): Plan => ({
  ...plan,
  packId: pack?.id ?? null,
  products: plan.products.map((each) => (pack ? { ...each, scenes: scenesOf(pack, each.product) } : each)),
})

/** A product in the first base model that the plan has not yet, with nothing chosen but a pack's scenes. */
export function newProduct(id: string, product: Product, { products }: Plan, pack?: Pack | null): PlannedProduct {
  const models = baseModelsFor(product)
  const isTaken = (model: BaseModel) => products.some((each) => each.product === product && each.baseModel === model)
  const baseModel = models.find((model) => !isTaken(model)) ?? models[0] ?? null
  const scenes = pack ? scenesOf(pack, product) : []
  return { id, product, baseModel, colours: [], scenes, size: DEFAULT_DESIGN_SIZE, place: null }
}

/** Where designs are put on a side of a planned product; null where the size says it. */
export const plannedPlace = ({ place, placesOfSides }: PlannedProduct, side: Side): string | null =>
  (side === FRONT ? place : placesOfSides?.[side]) ?? null

/** A background of a style chosen, for each of these people and sides, or put away. */
export function toggleScene(
  scenes: readonly PlannedScene[],
  product: Product,
  { style, background }: Pick<PlannedScene, 'style' | 'background'>,
  shown: Shown,
  served?: Served,
): readonly PlannedScene[] {
  const others = scenes.filter((scene) => scene.style !== style || scene.background !== background)
  return others.length < scenes.length
    ? others
    : [...scenes, ...scenesWith(product, { style, background }, shown, served)]
}

/** The scenes of a style once more, each with these people in it and of these sides. */
export function setShown(
  scenes: readonly PlannedScene[],
  product: Product,
  style: ModelStyle,
  shown: Shown,
  served?: Served,
): readonly PlannedScene[] {
  const backgrounds = [...new Set(scenes.filter((scene) => scene.style === style).map(({ background }) => background))]
  return [
    ...scenes.filter((scene) => scene.style !== style),
    ...backgrounds.flatMap((background) => scenesWith(product, { style, background }, shown, served)),
  ]
}

/** A background with everybody, from every side that is photographed so; where nobody is from any, all from the front. */
function scenesWith(
  product: Product,
  { style, background }: Pick<PlannedScene, 'style' | 'background'>,
  { genders, sides }: Shown,
  served?: Served,
): PlannedScene[] {
  const people = needsGender(product, style) ? genders : [null]
  const seen = people.flatMap((gender) =>
    sides
      .filter((side) => hasSide({ product, style, background, gender }, side, served))
      .map((side): PlannedScene => {
        const scene = { style, background, gender }
        return side === FRONT ? scene : Object.assign(scene, { side })
      }),
  )
  return seen.length > 0 ? seen : people.map((gender) => ({ style, background, gender }))
}

/** How many scenes of either kind a product has. */
export const sceneCount = ({ scenes, own = [] }: PlannedProduct): number => scenes.length + own.length

const isComplete = (planned: PlannedProduct): boolean => planned.colours.length > 0 && sceneCount(planned) > 0

/** Why nothing can be ordered yet, as a sentence; null when the plan says all that it has to. */
export function missingIn({ designIds, products, csv }: Plan): string | null {
  const begun = products.find((each) => !isComplete(each))
  if (begun) return begun.colours.length === 0 ? 'Choose a color for each product.' : 'Choose a scene for each product.'
  if (csv && designIds.length === 0 && products.length === 0) return null
  if (designIds.length === 0) return 'Choose the designs.'
  return products.length === 0 ? 'Choose a product.' : null
}

/** The plan as the server wants it, as far as it is complete; null while it asks for nothing. */
export function requestOfPlan({ designIds, products, packId, csv }: Plan): BatchRequest | null {
  const complete = products.filter(isComplete)
  const hasGrid = designIds.length > 0 && complete.length > 0
  if (!hasGrid && !csv) return null
  return {
    ...(hasGrid && {
      designIds: [...designIds],
      products: complete.map((planned): BatchProduct => ({
        product: planned.product,
        baseModel: planned.baseModel,
        colours: [...planned.colours],
        scenes: [
          ...planned.scenes.map((scene) => printedOn(planned, scene, sideOfScene(scene))),
          ...(planned.own ?? []).map(({ id, side }) =>
            printedOn(planned, { style: '', background: '', scene: id }, side),
          ),
        ],
      })),
    }),
    ...(csv && { csv: csv.text }),
    ...(packId && { pack_id: packId }),
  }
}

/** A scene of the order, with how the planned product's designs are put on its side. */
const printedOn = <Scene extends object>(planned: PlannedProduct, scene: Scene, side: Side) => ({
  ...scene,
  size: planned.size,
  place: plannedPlace(planned, side) ?? undefined,
})

const CELL = /^products\.(\d+)\.colours\.(\d+)\.scenes\.(\d+)$/

/** The plan without the colours, and then the scenes, of which nothing can be made; and without own scenes that do not take each of the colours. */
export function leaveOut(plan: Plan, refused: readonly BatchRefusal[]): Plan {
  const complete = plan.products.filter(isComplete)
  const cells = new Map<PlannedProduct, Set<string>>()
  for (const { where } of refused) {
    const [, p, colour, scene] = CELL.exec(where) ?? []
    const product = complete[Number(p)]
    if (product) cells.set(product, (cells.get(product) ?? new Set()).add(`${colour} ${scene}`))
  }
  const products = plan.products.map((product): PlannedProduct => {
    const isRefused = (colour: number, scene: number) => cells.get(product)?.has(`${colour} ${scene}`) === true
    const { scenes, own = [] } = product
    const all = [...scenes, ...own]
    const colours = [...product.colours.keys()].filter((c) => !all.every((_, s) => isRefused(c, s)))
    return {
      ...product,
      colours: colours.flatMap((c) => product.colours[c] ?? []),
      scenes: scenes.filter((_, s) => colours.length === 0 || !colours.every((c) => isRefused(c, s))),
      ...(product.own && { own: own.filter((_, s) => !colours.some((c) => isRefused(c, scenes.length + s))) }),
    }
  })
  return { ...plan, products }
}
