import {
  BACKGROUNDS,
  BASE_MODELS,
  type Background,
  type BaseModel,
  DEFAULT_DESIGN_SIZE,
  DESIGN_SIZES,
  type DesignSize,
  GENDERS,
  type Gender,
  MODEL_STYLES,
  type ModelStyle,
  PRODUCTS,
  type Product,
  type Side,
  backgroundsFor,
  baseModelsFor,
  facesOf,
  findFace,
  FRONT,
  labelOf,
} from '@printroom/contract/catalogue'
import { coloursFor, findColour } from '@printroom/contract/colours'
import { SCENE, sceneColoursOf } from '@printroom/contract/scenes'
import type { RenderSettings } from '@printroom/contract/schemas'
import { JOINT } from './csv-columns.ts'

/*
 * A batch's choices as people write them: names as on screen, or the catalogue's own words, in any case. What is written is
 * what is read.
 */

type Problem = { problem: string }
type ProductWords = { product: Product; product_model: BaseModel | null }
type SceneWords = {
  model_style: ModelStyle
  background: Background
  model_gender: Gender | null
  design_size: DesignSize
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
const among = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => plain(value) === plain(text) || plain(labelOf(value)) === plain(text))
const shown = (text: string): string => `“${text.slice(0, 80)}”`
const partsOf = (text: string): string[] =>
  text
    .split('/')
    .map((part) => part.trim())
    .filter(Boolean)
const listed = (values: readonly string[]): string => values.map(labelOf).join(', ')

/** `T-Shirt / Bella+Canvas 3001`, `Mug`, or a base model alone. */
export function readProduct(text: string): ProductWords | Problem {
  if (!text) return { problem: 'the product is missing' }
  let product: Product | undefined
  let model: BaseModel | undefined
  for (const part of partsOf(text)) {
    const [asProduct, asModel] = [among(PRODUCTS, part), among(BASE_MODELS, part)]
    if (!asProduct && !asModel) return { problem: `there is no product ${shown(part)}` }
    product = asProduct ?? product
    model = asModel ?? model
  }
  product ??= PRODUCTS.find((each) => model && baseModelsFor(each).includes(model))
  if (!product) return { problem: `there is no product ${shown(text)}` }
  const models = baseModelsFor(product)
  if (!model && models.length > 1)
    return {
      problem: `${labelOf(product)} needs its base model, as “${labelOf(product)}${JOINT}${labelOf(models[0] ?? '')}”`,
    }
  return { product, product_model: model ?? models[0] ?? null }
}

/** A colour's value or name, among those that the product comes in. */
export function readColour(text: string, { product, product_model }: ProductWords): string | Problem {
  if (!text) return { problem: 'the colour is missing' }
  const offered = coloursFor(product, product_model)
  const found =
    offered.find(({ value }) => plain(value) === plain(text)) ??
    offered.find(({ label }) => plain(label) === plain(text))
  return found?.value ?? { problem: `${labelOf(product_model ?? product)} does not come in ${shown(text)}` }
}

/**
 * `Lifestyle Casual / Outdoor Natural / Woman / Large`: the style and, in any order, the background (the style's usual one
 * where there is none), who wears it and the print's size.
 */
export function readScene(text: string, product: Product | undefined): SceneWords | Problem {
  if (!text) return { problem: 'the scene is missing' }
  const words: Partial<SceneWords> = {}
  for (const part of partsOf(text)) {
    const [style, background] = [among(MODEL_STYLES, part), among(BACKGROUNDS, part)]
    const [gender, size] = [among(GENDERS, part), among(DESIGN_SIZES, part)]
    if (style) words.model_style = style
    else if (background) words.background = background
    else if (gender) words.model_gender = gender
    else if (size) words.design_size = size
    else return { problem: `the scene has ${shown(part)}, which is no style, background, model or size` }
  }
  const { model_style } = words
  if (!model_style) return { problem: `the scene names no style; there are ${listed(MODEL_STYLES)}` }
  const background = words.background ?? (product && backgroundsFor(product, model_style)[0]) ?? BACKGROUNDS[0]
  if (!background) return { problem: 'the scene names no background' }
  return {
    model_style,
    background,
    model_gender: words.model_gender ?? null,
    design_size: words.design_size ?? DEFAULT_DESIGN_SIZE,
  }
}

/** `Back`: a side's id or name, among those of the product; the front where there is none. */
export function readSide(text: string, product: Product): Side | Problem {
  if (!text) return FRONT
  const faces = facesOf(product)
  const found = faces.find(({ id, name }) => plain(id) === plain(text) || plain(name) === plain(text))
  return (
    found?.id ?? {
      problem: `${labelOf(product)} has no side ${shown(text)}; there are ${faces.map(({ name }) => name).join(', ')}`,
    }
  )
}

/** A seller's scene that a CSV names: `On the desk / Large`. */
export type NamedScene = { id: string; name: string; product: string; recolours: boolean }

/** Whether a text names a scene's product: `T-Shirt`. */
export const isNamedBy = ({ product }: NamedScene, text: string): boolean => among([product], text) !== undefined

/** The first of these scenes that a text names, and the print's size; null where it names none. */
export function readOwnScene(
  text: string,
  scenes: readonly NamedScene[],
): { scene: NamedScene; size: DesignSize } | null {
  const parts = text.split('/').map((part) => part.trim())
  const size = among(DESIGN_SIZES, parts.at(-1) ?? '')
  const name = plain(size ? parts.slice(0, -1).join() : parts.join())
  const scene = scenes.find((each) => plain(each.name) === name)
  return scene && name !== '' ? { scene, size: size ?? DEFAULT_DESIGN_SIZE } : null
}

/** A colour's value or name among those that a scene takes. */
export function readColourOn(text: string, { product, recolours }: NamedScene): string | Problem {
  const offered = sceneColoursOf(product as Product, { recolours })
  const found = offered.find(({ value, label }) => plain(value) === plain(text) || plain(label) === plain(text))
  return (
    found?.value ?? {
      problem: recolours ? `${labelOf(product)} does not come in ${shown(text)}` : withoutStop(SCENE.whiteOnly),
    }
  )
}

/** A side as `readSide` reads it. */
export const sideInWords = ({ product, side }: RenderSettings): string => findFace(product, side).name

/** A product as `readProduct` reads it. */
export const productInWords = ({ product, product_model }: RenderSettings): string =>
  [product, product_model].flatMap((value) => (value ? labelOf(value) : [])).join(JOINT)

/** A colour as `readColour` reads it. */
export const colourInWords = ({ colour, product, product_model }: RenderSettings): string => {
  const label = findColour(colour)?.label ?? colour
  return readColour(label, { product, product_model }) === colour ? label : colour
}

/** A scene as `readScene` or `readOwnScene` reads it. @param ownNames names of the seller's scenes, by id */
export const sceneInWords = (
  { model_style, background, model_gender, design_size, scene }: RenderSettings,
  ownNames: ReadonlyMap<string, string>,
): string =>
  scene
    ? [ownNames.get(scene) ?? labelOf(background), labelOf(design_size)].join(JOINT)
    : [model_style, background, model_gender, design_size].flatMap((value) => (value ? labelOf(value) : [])).join(JOINT)
