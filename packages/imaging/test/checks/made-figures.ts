import { type Place, blob, ring, word } from './figures.ts'
import { type Rgb, WHITE, apart, css, drawColour, drawVanishing, drawVisible, lightness } from './inks.ts'
import type { Lot } from './lot.ts'
import { type Field, clouds, photographOf, veilOf } from './textures.ts'

export type Canvas = { lot: Lot; garment: Rgb; inch: number; hasHalo: boolean; halo: number; haloColour: Rgb }
/** What is drawn, and how much ink of it (in square inches) vanishes with its shape. */
export type Figure = { svg: string; vanishing: number; definitions?: string }
type Drawer = (canvas: Canvas, place: Place, id: string) => Figure | Promise<Figure>

/** What stands at the first place is seen, at the second vanishes and at the third is soft, where these are wanted. */
export function figureOf(
  canvas: Canvas,
  place: Place,
  at: number,
  { isLost, isSoft }: { isLost: boolean; isSoft: boolean },
): Promise<Figure> | Figure {
  const { lot, hasHalo } = canvas
  const draw = (drawer: Drawer) => drawer(canvas, place, `g${at}`)
  if (at === 0) return draw(plain)
  if (at === 1 && isLost) return draw(lost)
  if (at === 2 && isSoft) return draw(lot.of([veil, glow, glow, shadow, faded, thinWash]))
  if (hasHalo) return draw(plain)
  return draw(lot.of(isLost ? [...HARMLESS, lost] : HARMLESS))
}

const shapeIn = (lot: Lot, place: Place) => lot.of([word, blob, blob, ring])(lot, place)

/** Square inches. */
const LOST_LEAST = 0.08

const areaIn = ({ width, height }: Place, fills: number, inch: number) => (width * height * fills) / inch ** 2

const boxOf = ({ left, top, width, height }: Place): string =>
  `x="${left}" y="${top}" width="${width}" height="${height}"`

/** An image that fills a place, within a path where there is one. */
const imageIn = (place: Place, address: string, attributes = ''): string =>
  `<image ${boxOf(place)} preserveAspectRatio="none" href="${address}" ${attributes}/>`

const clipOf = (id: string, path: string): string => `<clipPath id="${id}"><path d="${path}"/></clipPath>`

/** Colours of a photograph; mixtures of what keeps well clear of the garment may come nearer, within the picture. */
const palette = (lot: Lot, isRight: (rgb: Rgb) => boolean): Rgb[] =>
  Array.from({ length: lot.whole(2, 4) }, () => drawColour(lot, isRight))

/** Ink that is seen, flat or a photograph cut out, with the fringe of its old background where the lot has one. */
async function plain({ lot, garment, inch, hasHalo, halo, haloColour }: Canvas, place: Place, id: string) {
  const { path } = shapeIn(lot, place)
  const isDark = (rgb: Rgb) => lightness(rgb) < 0.45 && Math.max(...rgb) < 230
  const fringe = hasHalo
    ? `<path d="${path}" fill="none" stroke="${css(haloColour)}" stroke-width="${2 * halo * inch}" stroke-linejoin="round"/>`
    : ''
  if (lot.is(0.3)) {
    const least = hasHalo ? 12 : 20
    const colours = palette(lot, (rgb) => apart(rgb, garment) > least && (!hasHalo || isDark(rgb)))
    const address = await photographOf(lot, colours, place.width / place.height)
    return {
      definitions: clipOf(id, path),
      svg: `${fringe}<g clip-path="url(#${id})">${imageIn(place, address)}</g>`,
      vanishing: 0,
    }
  }
  const colour = hasHalo ? drawColour(lot, (rgb) => apart(rgb, garment) > 7 && isDark(rgb)) : drawVisible(lot, garment)
  return { svg: `${fringe}<path d="${path}" fill="${css(colour)}"/>`, vanishing: 0 }
}

/** Ink of the garment's colour on nothing: what is to be found, and no smaller than anybody would look for. */
function lost({ lot, garment, inch }: Canvas, place: Place): Figure {
  const drawn = shapeIn(lot, place)
  const { path, fills } = areaIn(place, drawn.fills, inch) > LOST_LEAST ? drawn : blob(lot, place)
  const colour = drawVanishing(lot, garment)
  return { svg: `<path d="${path}" fill="${css(colour)}"/>`, vanishing: areaIn(place, fills, inch) }
}

/** Ink of the garment's colour on ink that is seen: it reads as the garment showing through. */
function knockedOut({ lot, garment }: Canvas, place: Place): Figure {
  const { left, top, width, height } = place
  const inner = { left: left + width * 0.15, top: top + height * 0.15, width: width * 0.7, height: height * 0.7 }
  const colour = drawColour(lot, (rgb) => apart(rgb, garment) > 25)
  const { path } = lot.of([word, blob])(lot, inner)
  return {
    svg: `<rect ${boxOf(place)} rx="${lot.between(0, width / 6)}" fill="${css(colour)}"/><path d="${path}" fill="${css(drawVanishing(lot, garment))}"/>`,
    vanishing: 0,
  }
}

/** A picture within an outline, of the garment's colour or white, as broad as somebody would draw it. */
function outlined({ lot, garment, inch }: Canvas, place: Place): Figure {
  const { path } = blob(lot, place)
  const stroke = lot.is(0.5) ? WHITE : drawVanishing(lot, garment)
  const width = lot.between(0.085, 0.18) * inch
  const fill = drawColour(lot, (rgb) => apart(rgb, garment) > 15 && lightness(rgb) < 0.6)
  return {
    svg: `<path d="${path}" fill="none" stroke="${css(stroke)}" stroke-width="${2 * width}" stroke-linejoin="round"/><path d="${path}" fill="${css(fill)}"/>`,
    vanishing: 0,
  }
}

/** A gradient between colours that are seen, with lights in it, cut square. */
function poster({ lot, garment }: Canvas, place: Place, id: string): Figure {
  const { left, top, width, height } = place
  const colour = () => css(drawColour(lot, (rgb) => apart(rgb, garment) > 25))
  const spots = Array.from({ length: lot.whole(3, 9) }, () => {
    const r = Math.min(width, height) * lot.between(0.04, 0.2)
    const [x, y] = [left + lot.between(r, width - r), top + lot.between(r, height - r)]
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour()}"/>`
  })
  return {
    definitions: `<linearGradient id="${id}" x1="0" y1="0" x2="${lot.between(0, 1)}" y2="1"><stop offset="0" stop-color="${colour()}"/><stop offset="1" stop-color="${colour()}"/></linearGradient>`,
    svg: `<rect ${boxOf(place)} fill="url(#${id})"/>${spots.join('')}`,
    vanishing: 0,
  }
}

/** A photograph, cut square. */
async function photograph({ lot, garment }: Canvas, place: Place): Promise<Figure> {
  const colours = palette(lot, (rgb) => apart(rgb, garment) > 25)
  return { svg: imageIn(place, await photographOf(lot, colours, place.width / place.height)), vanishing: 0 }
}

/** Nearly opaque: it prints as it looks, more or less. */
function dense({ lot, garment }: Canvas, place: Place): Figure {
  const { path } = shapeIn(lot, place)
  const colour = drawColour(lot, (rgb) => apart(rgb, garment) > 20)
  return { svg: `<path d="${path}" fill="${css(colour, lot.between(0.85, 0.97))}"/>`, vanishing: 0 }
}

/** One colour within a shape, as opaque from place to place as a field of clouds has it. */
async function washed({ lot, garment }: Canvas, place: Place, id: string, opacity: (cloud: number) => number) {
  const { path } = blob(lot, place)
  const colour = drawColour(lot, (rgb) => apart(rgb, garment) > 20)
  const field: Field = clouds(lot.whole(1, 1e6), lot.between(25, 90), 4)
  const address = await veilOf(colour, (x, y) => opacity(field(x, y)), place.width / place.height)
  return {
    definitions: clipOf(id, path),
    svg: `<g clip-path="url(#${id})">${imageIn(place, address)}</g>`,
    vanishing: 0,
  }
}

/** Watercolour that covers. */
const wash: Drawer = (canvas, place, id) => washed(canvas, place, id, (cloud) => 0.65 + 0.32 * cloud)

/** Worn away in spots, as old prints are. */
const worn: Drawer = (canvas, place, id) =>
  washed(canvas, place, id, (cloud) => Math.min(1, Math.max(0, (cloud - 0.22) * 25)))

/** Watercolour that the cloth shines through. */
const thinWash: Drawer = (canvas, place, id) => washed(canvas, place, id, (cloud) => 0.08 + 0.36 * cloud)

/** What covers its place evenly, and lets more than half of the cloth through. */
function veil({ lot, garment }: Canvas, place: Place): Figure {
  const colour = drawColour(lot, (rgb) => apart(rgb, garment) > 12)
  return { svg: `<rect ${boxOf(place)} fill="${css(colour, lot.between(0.1, 0.42))}"/>`, vanishing: 0 }
}

const radial = (id: string, colour: Rgb, stops: readonly (readonly [offset: number, alpha: number])[]): string =>
  `<radialGradient id="${id}">${stops.map(([offset, alpha]) => `<stop offset="${offset}" stop-color="${css(colour)}" stop-opacity="${alpha}"/>`).join('')}</radialGradient>`

const ellipseIn = ({ left, top, width, height }: Place, fill: string): string =>
  `<ellipse cx="${left + width / 2}" cy="${top + height / 2}" rx="${width / 2}" ry="${height / 2}" fill="${fill}"/>`

function glow({ lot, garment }: Canvas, place: Place, id: string): Figure {
  const colour = drawColour(lot, (rgb) => apart(rgb, garment) > 12)
  const stops = [[0, lot.between(0.4, 1)] as const, [0.25, lot.between(0.3, 0.45)] as const, [1, 0] as const]
  return { definitions: radial(id, colour, stops), svg: ellipseIn(place, `url(#${id})`), vanishing: 0 }
}

/** A shape with the shadow that it throws. */
function shadow({ lot, garment }: Canvas, place: Place, id: string): Figure {
  const { left, top, width, height } = place
  const side = Math.min(width, height)
  const reach = side * lot.between(0.09, 0.12)
  const inner = { left: left + reach, top: top + reach, width: width - 3 * reach, height: height - 3 * reach }
  const { path } = blob(lot, inner)
  const colour = drawColour(lot, (rgb) => apart(rgb, garment) > 20)
  return {
    definitions: `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${reach * 0.8}"/></filter>`,
    svg: `<path d="${path}" fill="${css([10, 10, 14], lot.between(0.34, 0.48))}" transform="translate(${reach} ${reach})" filter="url(#${id})"/><path d="${path}" fill="${css(colour)}"/>`,
    vanishing: 0,
  }
}

/** A photograph that fades out towards its edges. */
async function faded({ lot, garment }: Canvas, place: Place, id: string): Promise<Figure> {
  const colours = palette(lot, (rgb) => apart(rgb, garment) > 25)
  const stops = [[0, 1] as const, [lot.between(0.2, 0.5), 1] as const, [1, 0] as const]
  const address = await photographOf(lot, colours, place.width / place.height)
  return {
    definitions: `${radial(`${id}f`, WHITE, stops)}<mask id="${id}">${ellipseIn(place, `url(#${id}f)`)}</mask>`,
    svg: `<g mask="url(#${id})">${imageIn(place, address)}</g>`,
    vanishing: 0,
  }
}

/** Nothing of these is to be found. */
const HARMLESS: readonly Drawer[] = [
  plain,
  plain,
  knockedOut,
  outlined,
  poster,
  photograph,
  photograph,
  dense,
  wash,
  worn,
]
