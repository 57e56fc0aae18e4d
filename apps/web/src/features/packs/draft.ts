import {
  BACKGROUNDS,
  FRONT,
  MODEL_STYLES,
  PRODUCTS,
  backgroundsFor,
  facesOf,
  labelOf,
  needsGender,
  type Background,
  type ModelStyle,
  type Side,
} from '@printroom/contract/catalogue'
import { isShownSo, type PackPicture, type PackScene } from '@printroom/contract/packs'
import { SHOPS, type Shop } from '@printroom/contract/shops'

/** A pack as it is being written. */
export type Draft = { name: string; pictures: readonly PackPicture[] }

/** Every style with the backgrounds that some product has of it. */
export const SCENES: readonly { style: ModelStyle; backgrounds: readonly Background[] }[] = MODEL_STYLES.map(
  (style) => ({
    style,
    backgrounds: BACKGROUNDS.filter((background) =>
      PRODUCTS.some((product) => backgroundsFor(product, style).includes(background)),
    ),
  }),
)

/** Whether a person wears some product so. */
export const isWorn = (style: ModelStyle): boolean => PRODUCTS.some((product) => needsGender(product, style))

const FIRST: PackScene = { style: 'studio-front', background: 'white-studio' }

/** A picture to begin with, as a shop wants it. */
export const newPicture = (shop: Shop = 'etsy'): PackPicture => ({ scenes: [FIRST], crop: 'whole', ...sizeFor(shop) })

/** A shop, and the size that it asks for. */
export const sizeFor = (shop: Shop): Pick<PackPicture, 'shop' | 'width' | 'height'> => ({
  shop,
  width: SHOPS[shop].width,
  height: SHOPS[shop].height,
})

/** A scene as one word of a list, and back. */
export const wordOf = ({ style, background }: PackScene): string => `${style}/${background}`
export function sceneOf(word: string, { gender, side }: Pick<PackScene, 'gender' | 'side'> = {}): PackScene {
  const [style, background] = word.split('/') as [ModelStyle, Background]
  const scene = { style, background, ...(isWorn(style) && { gender: gender ?? 'woman' }) }
  return side && sidesOf(scene).some(({ id }) => id === side) ? { ...scene, side } : scene
}

/** The sides that some product shows in a scene, the front first. */
export function sidesOf(scene: PackScene): { id: Side; name: string }[] {
  const shown = PRODUCTS.flatMap((product) =>
    facesOf(product).filter(({ id }) => id !== FRONT && isShownSo({ ...scene, side: id }, product)),
  )
  const others = [...new Set(shown.map(({ id }) => id))]
  return [{ id: FRONT, name: 'Front' }, ...others.map((id) => ({ id, name: labelOf(id) }))]
}

/** A list with what stands at a place moved by so many, as far as there is room. */
export function moved<Of>(list: readonly Of[], at: number, by: number): readonly Of[] {
  const to = at + by
  const [one, other] = [list[at], list[to]]
  if (one === undefined || other === undefined) return list
  return list.map((each, place) => (place === at ? other : place === to ? one : each))
}
