import { FIRST_PRODUCT, FRONT, baseModelsFor, type Product } from '@printroom/contract/catalogue'
import { coloursFor, findColour } from '@printroom/contract/colours'
import { DESIGNS, type ExampleDesign } from '~/features/examples/designs.ts'
import { SCENES } from '~/features/examples/scenes.ts'
import type { PreviewRequest, Scene } from '~/features/preview/messages.ts'

/** What the showcase shows. */
export type Showcase = { design: ExampleDesign; product: Product; colour: string; scene: Scene }

const FIRST_SCENE: Scene = { style: 'flat-lay', background: 'white-studio' }

export const baseModelOf = (product: Product) => baseModelsFor(product)[0] ?? null

/** The showcase with another product: in the same colour where it comes in that, before its first background. */
export function withProduct(
  { design, colour: chosen }: Pick<Showcase, 'design' | 'colour'>,
  product: Product,
): Showcase {
  const offered = coloursFor(product, baseModelOf(product))
  const same = offered.find(({ label }) => label === findColour(chosen)?.label)
  const colour = same ?? offered.find(({ label }) => label === 'Navy') ?? offered[0]
  const scenes = SCENES.get(product) ?? []
  const scene = scenes.find(({ background }) => background === 'wood-texture') ?? scenes[0] ?? FIRST_SCENE
  return { design, product, colour: colour?.value ?? chosen, scene }
}

export const openingShowcase = (): Showcase =>
  withProduct({ design: DESIGNS[0], colour: 'navy' }, [...SCENES.keys()][0] ?? FIRST_PRODUCT)

export function requestOf({ design, product, colour, scene }: Showcase): PreviewRequest {
  const found = findColour(colour)
  return {
    design: design.src,
    product,
    baseModel: baseModelOf(product),
    ...scene,
    gender: null,
    side: FRONT,
    colour: { hex: found?.hex ?? '#FFFFFF', heather: found?.isHeather ?? false },
    placement: null,
    size: 'large',
  }
}
