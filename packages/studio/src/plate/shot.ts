import { LIGHT_GROUPS } from '../light/light-groups.ts'
import type { Frame, Light, PlateManifest } from './manifest.ts'
import { showsSide } from './side.ts'
import { signedUnit } from '../random.ts'

/** What a picture must show. `baseModel` and `gender` are null where the product or style has none. */
export type ShotRequest = {
  product: string
  baseModel: string | null
  style: string
  background: string
  gender: string | null
  /** The side of the product that is printed; the front where none is named. */
  side?: string | undefined
}

/** Where and how one picture is taken. Plain data: kept with a mockup, it repeats the picture in another colour. */
export type Shot = {
  product: string
  geometry: string
  light: Light
  /** Centre and side of the square crop, as shares of the plate, y down. The jitter is in it already. */
  frame: Frame
  /** Seeds the grain, so that equal shots are equal pictures. */
  seed: number
}

/** The part of a plate's manifest that the choice looks at. */
export type Variant = Pick<PlateManifest, 'product' | 'geometry' | 'side' | 'prints' | 'serves' | 'lights' | 'frames'>

type Candidate = { variant: number; light: number; frame: number }

/** How many pictures in a row must all differ: the largest number of variations a seller may ask for. */
const WINDOW = 8

/** A share of the frame, of the crop's side and of each light group's gain that successive rounds may differ by. */
const JITTER = { move: 0.008, scale: 0.012, gain: 0.05 }

/**
 * Picks variant, light and frame of the `ordinal`-th picture (0, 1, 2, …) of the same settings, or null when no
 * plate serves them. Any 8 successive ordinals differ visibly; ordinal 0 is the canonical picture, unjittered.
 */
export function chooseShot(plates: readonly Variant[], request: ShotRequest, ordinal: number): Shot | null {
  const variants = plates.filter((plate) => isServedBy(plate, request))
  if (variants.length === 0) return null
  const order = orderOf(variants)
  const { variant, light, frame } = order[ordinal % order.length]!
  const plate = variants[variant]!
  return {
    product: plate.product,
    geometry: plate.geometry,
    light: jitterLight(plate.lights[light]!, ordinal),
    frame: jitterFrame(plate.frames[frame]!, ordinal),
    seed: ordinal,
  }
}

/** Whether a plate may show this: an empty list of base models or genders is no condition. */
export function isServedBy(
  plate: Variant,
  { product, baseModel, style, background, gender, side }: ShotRequest,
): boolean {
  const accepts = (list: readonly string[], wanted: string | null) =>
    list.length === 0 || (wanted !== null && list.includes(wanted))
  return (
    plate.product === product &&
    showsSide(plate, side) &&
    plate.serves.some(
      (serves) =>
        serves.style === style &&
        serves.backgrounds.includes(background) &&
        accepts(serves.baseModels, baseModel) &&
        accepts(serves.genders, gender),
    )
  )
}

/** All variants × lights × frames, each next one as unlike the seven before it as can be had. */
function orderOf(variants: readonly Variant[]): Candidate[] {
  const left = variants.flatMap((plate, variant) =>
    plate.frames.flatMap((_, frame) => plate.lights.map((_, light) => ({ variant, light, frame }))),
  )
  const order: Candidate[] = left.splice(0, 1)
  while (left.length > 0) {
    const recent = order.slice(1 - WINDOW)
    let best = 0
    let least = Infinity
    left.forEach((candidate, index) => {
      const likeness = recent.reduce((sum, other, at) => sum + (at + 1) * likenessOf(candidate, other), 0)
      if (likeness < least) [best, least] = [index, likeness]
    })
    order.push(...left.splice(best, 1))
  }
  return order
}

/** Two of three in common is more than twice as alike as one: the eye takes such pictures for the same. */
function likenessOf(a: Candidate, b: Candidate): number {
  const common = (a.variant === b.variant ? 1 : 0) + (a.light === b.light ? 1 : 0) + (a.frame === b.frame ? 1 : 0)
  return common * common
}

function jitterFrame(frame: Frame, ordinal: number): Frame {
  if (ordinal === 0) return frame
  const scale = Math.min(1, frame.scale * (1 - JITTER.scale * (0.5 + 0.5 * signedUnit(ordinal, 1))))
  const inside = (centre: number) => Math.min(1 - scale / 2, Math.max(scale / 2, centre))
  return {
    name: frame.name,
    x: inside(frame.x + JITTER.move * signedUnit(ordinal, 2)),
    y: inside(frame.y + JITTER.move * signedUnit(ordinal, 3)),
    scale,
  }
}

/** Each group by itself; where groups are channels, as on a plate that was measured from a photograph, all alike, or they would tint it. */
function jitterLight(light: Light, ordinal: number): Light {
  if (ordinal === 0) return light
  const gains = { ...light.gains }
  const isByChannel = LIGHT_GROUPS.every((group) => gains[group].filter((gain) => gain > 0).length === 1)
  LIGHT_GROUPS.forEach((group, index) => {
    const share = 1 + JITTER.gain * signedUnit(ordinal, isByChannel ? 4 : 4 + index)
    const [red, green, blue] = gains[group]
    gains[group] = [red * share, green * share, blue * share]
  })
  return { name: light.name, gains }
}
