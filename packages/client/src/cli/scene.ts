import type { Choices } from '../order.ts'
import type { Catalogue } from '../wire.ts'
import { UsageError } from './exit-codes.ts'
import type { Values } from './usage.ts'

const DEFAULT_SIZE = 'medium'
const FRONT = 'front'

type Product = Catalogue['products'][number]
type Scene = { model_style: string; background: string }

/**
 * The pictures that a command line asks for, in the catalogue's words, for a design: each colour in each scene.
 * @throws UsageError that lists what there is
 */
export function picturesOf(values: Values, { products, colours, genders }: Catalogue): Omit<Choices, 'design_id'>[] {
  const product = pick('--product', values.product, products)
  const model = modelOf(product, values.model)
  const offered = new Set(model?.colours ?? product.colours)
  const wanted = (values.colour ?? ['']).map((word) =>
    pick(
      '--colour',
      word || undefined,
      colours.filter(({ id }) => offered.has(id)),
    ),
  )
  const side = sideOf(product, values.side)
  const scenes = (values.scene ?? ['']).map((word) => sceneOf(product, word))
  return scenes.flatMap(({ model_style, background }) => {
    const asksGender = product.styles.find(({ id }) => id === model_style)?.asks_gender ?? false
    const gender = asksGender
      ? pick(
          '--gender',
          values.gender,
          genders.map((id) => ({ id, name: id })),
        ).id
      : null
    return wanted.map((colour) => ({
      product: product.id,
      product_model: model?.id ?? null,
      colour: colour.id,
      model_style,
      background,
      model_gender: gender,
      design_size: values.size ?? DEFAULT_SIZE,
      side,
    }))
  })
}

/** None for the front. With what a side can be had the server says, when it is ordered. */
function sideOf({ sides }: Product, word: string | undefined): string | undefined {
  const found = word === undefined ? undefined : pick('--side', word, [{ id: FRONT, name: 'Front' }, ...sides]).id
  return found === FRONT ? undefined : found
}

function modelOf(product: Product, word: string | undefined): Product['base_models'][number] | undefined {
  if (product.base_models.length === 0) {
    if (word !== undefined) throw new UsageError(`${product.name} has no base models: leave --model out.`)
    return undefined
  }
  return pick('--model', word, product.base_models)
}

/** `STYLE/BACKGROUND`, a style, before its usual background, or a background, where one style alone has it. */
function sceneOf({ styles, name }: Product, word: string): Scene {
  const all = styles.flatMap(({ id, backgrounds }) =>
    backgrounds.map((background) => ({ model_style: id, background })),
  )
  const list = styles.map(({ id, backgrounds }) => `${id}/{${backgrounds.join(',')}}`).join(' ')
  if (word === '') throw new UsageError(`--scene is missing; ${name} has ${list}`)
  const style = styles.find(({ id }) => id === word)
  const found = style
    ? all.filter(({ model_style }) => model_style === style.id).slice(0, 1)
    : all.filter(({ model_style, background }) => [background, `${model_style}/${background}`].includes(word))
  const [scene, other] = found
  if (scene && !other) return scene
  if (scene)
    throw new UsageError(
      `--scene ${word} is there in several styles: ${found.map((each) => `${each.model_style}/${each.background}`).join(', ')}.`,
    )
  throw new UsageError(`There is no --scene ${word} of ${name}; there are ${list}`)
}

/** By its id or, in any case, by its name. */
function pick<Thing extends { id: string; name: string }>(
  option: string,
  word: string | undefined,
  things: readonly Thing[],
): Thing {
  const list = things.map(({ id }) => id).join(', ')
  if (word === undefined) throw new UsageError(`${option} is missing; there are ${list}.`)
  const found =
    things.find(({ id }) => id === word) ?? things.find(({ name }) => name.toLowerCase() === word.toLowerCase())
  if (!found) throw new UsageError(`There is no ${option} "${word}" here; there are ${list}.`)
  return found
}
