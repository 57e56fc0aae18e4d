import { COLOUR_ROWS } from '@printroom/products/colours.data'
import type { Finding, PrintToCheck } from '@printroom/studio/checks/check-print'
import { type Placement, placePrint } from '@printroom/studio/geometry/placement'
import type { Design } from '@printroom/studio/plate/plate'
import { deltaE } from '@printroom/studio/tone/delta-e'
import sharp, { type Sharp } from 'sharp'
import { thumbnails } from '../../src/encode.ts'
import { type Place, blob, ring, word } from './figures.ts'
import { type Lot, lotOf } from './lot.ts'
import { PATTERN, type Scene, drawScene } from './made-sights.ts'

/*
 * Prints whose faults are known because they were put there: drawn as SVG at the size of a seller's file, reduced as an
 * upload is. Nothing here looks at pixels but to weigh ink behind what a scene hides. What even people would argue about is
 * not drawn: ink at ΔE2000 4 to 7 from the garment, light edges of under 0.15 or 0.6 to 2 mm, 1 to 5 % of the ink out of
 * sight, 135 to 165 DPI, soft areas of under a sixteenth of the ink, a white edge on a garment at ΔE 8 to 25 from white.
 */

export type Kind = Finding['kind']
export type MadePrint = { print: PrintToCheck; design: Design; truth: Record<Kind, boolean> }

type Rgb = readonly [number, number, number]
const WHITE: Rgb = [255, 255, 255]
/** Reflectance of the blackest ink on cloth, from the cards' black. */
const INK_BLACK = 0.02

const css = ([r, g, b]: Rgb, alpha = 1): string => `rgba(${r},${g},${b},${alpha})`
const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

/** A colour as it comes out of a printer: grey is added to what would be darker than its black. */
function inked(rgb: Rgb): Rgb {
  const linear = rgb.map((value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
  const luminance = 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!
  if (luminance >= INK_BLACK) return rgb
  return linear.map((value) => 255 * (1.055 * (value + INK_BLACK - luminance) ** (1 / 2.4) - 0.055)) as unknown as Rgb
}

const apart = (ink: Rgb, garment: Rgb): number => deltaE(inked(ink), inked(garment))

function drawColour(lot: Lot, isRight: (rgb: Rgb) => boolean): Rgb {
  for (;;) {
    const rgb: Rgb = [lot.whole(0, 255), lot.whole(0, 255), lot.whole(0, 255)]
    if (isRight(rgb)) return rgb
  }
}

/** A colour that nobody tells from the garment. */
function drawVanishing(lot: Lot, garment: Rgb): Rgb {
  for (;;) {
    const near = garment.map((value) => Math.min(255, Math.max(0, value + lot.whole(-30, 20)))) as unknown as Rgb
    if (apart(near, garment) < 4) return near
  }
}

/** A colour that everybody sees; every second one is not far off. */
function drawVisible(lot: Lot, garment: Rgb): Rgb {
  const most = lot.is(0.5) ? 25 : 200
  return drawColour(lot, (rgb) => apart(rgb, garment) > 7 && apart(rgb, garment) < most)
}

const lightness = ([r, g, b]: Rgb): number => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255

type Canvas = { lot: Lot; garment: Rgb; inch: number; hasHalo: boolean; halo: number; haloColour: Rgb }
/** What is drawn, and how much ink of it (in square inches) vanishes with its shape. */
type Figure = { svg: string; vanishing: number; definitions?: string }

const areaIn = ({ width, height }: Place, fills: number, inch: number) => (width * height * fills) / inch ** 2

const shapeIn = (lot: Lot, place: Place) => lot.of([word, blob, blob, ring])(lot, place)

/** Ink that is seen, with the fringe of its old background where the lot has one. */
function plain({ lot, garment, inch, hasHalo, halo, haloColour }: Canvas, place: Place): Figure {
  const { path } = shapeIn(lot, place)
  const colour = hasHalo
    ? drawColour(lot, (rgb) => apart(rgb, garment) > 7 && lightness(rgb) < 0.45 && Math.max(...rgb) < 230)
    : drawVisible(lot, garment)
  const fringe = hasHalo
    ? `<path d="${path}" fill="none" stroke="${css(haloColour)}" stroke-width="${2 * halo * inch}" stroke-linejoin="round"/>`
    : ''
  return { svg: `${fringe}<path d="${path}" fill="${css(colour)}"/>`, vanishing: 0 }
}

/** Ink of the garment's colour on nothing: what is to be found. */
function lost({ lot, garment, inch }: Canvas, place: Place): Figure {
  const { path, fills } = shapeIn(lot, place)
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
    svg: `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${lot.between(0, width / 6)}" fill="${css(colour)}"/><path d="${path}" fill="${css(drawVanishing(lot, garment))}"/>`,
    vanishing: 0,
  }
}

/** A picture within an outline, of the garment's colour or white, as broad as somebody would draw it. */
function outlined(canvas: Canvas, place: Place, isWhite: boolean): Figure {
  const { lot, garment, inch } = canvas
  const { path } = blob(lot, place)
  const stroke = isWhite ? WHITE : drawVanishing(lot, garment)
  const width = lot.between(0.085, 0.18) * inch
  const fill = drawColour(lot, (rgb) => apart(rgb, garment) > 15 && lightness(rgb) < 0.6)
  return {
    svg: `<path d="${path}" fill="none" stroke="${css(stroke)}" stroke-width="${2 * width}" stroke-linejoin="round"/><path d="${path}" fill="${css(fill)}"/>`,
    vanishing: 0,
  }
}

/** Something like a photograph: a gradient between colours that are seen, with lights in it, cut square. */
function photograph({ lot, garment }: Canvas, { left, top, width, height }: Place, id: string): Figure {
  const colour = () => css(drawColour(lot, (rgb) => apart(rgb, garment) > 25))
  const spots = Array.from({ length: lot.whole(3, 9) }, () => {
    const r = Math.min(width, height) * lot.between(0.04, 0.2)
    const [x, y] = [left + lot.between(r, width - r), top + lot.between(r, height - r)]
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour()}"/>`
  })
  return {
    definitions: `<linearGradient id="${id}" x1="0" y1="0" x2="${lot.between(0, 1)}" y2="1"><stop offset="0" stop-color="${colour()}"/><stop offset="1" stop-color="${colour()}"/></linearGradient>`,
    svg: `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="url(#${id})"/>${spots.join('')}`,
    vanishing: 0,
  }
}

/** A glow, a veil or a fading that covers a good part of its place. */
function softArea({ lot, garment }: Canvas, { left, top, width, height }: Place, id: string): Figure {
  const colour = drawColour(lot, (rgb) => apart(rgb, garment) > 12)
  const [x, y] = [left + width / 2, top + height / 2]
  if (lot.is(0.4))
    return {
      svg: `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${css(colour, lot.between(0.1, 0.42))}"/>`,
      vanishing: 0,
    }
  const stop = (offset: number, alpha: number) =>
    `<stop offset="${offset}" stop-color="${css([colour[0], colour[1], colour[2]])}" stop-opacity="${alpha}"/>`
  return {
    definitions: `<radialGradient id="${id}">${stop(0, lot.between(0.4, 1))}${stop(0.25, lot.between(0.3, 0.45))}${stop(1, 0)}</radialGradient>`,
    svg: `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${height / 2}" fill="url(#${id})"/>`,
    vanishing: 0,
  }
}

/** Nearly opaque: it prints as it looks, more or less. */
function dense({ lot, garment }: Canvas, place: Place): Figure {
  const { path } = shapeIn(lot, place)
  const colour = drawColour(lot, (rgb) => apart(rgb, garment) > 20)
  return { svg: `<path d="${path}" fill="${css(colour, lot.between(0.85, 0.97))}"/>`, vanishing: 0 }
}

/** A print and its faults, the same for the same seed. */
export async function makePrint(seed: number): Promise<MadePrint> {
  const lot = lotOf(seed)
  const [, , hex] = lot.of(COLOUR_ROWS)
  const garment = rgbOf(hex)
  const fromWhite = deltaE(WHITE, garment)
  const widthIn = lot.between(2.6, 10)
  const isCoarse = lot.is(0.3)
  const least = Math.max(40, 300 / widthIn)
  const wanted = isCoarse && least < 135 ? lot.between(least, 135) : lot.between(165, Math.max(170, 1400 / widthIn))
  const width = Math.round(widthIn * wanted)
  const height = Math.round(width * lot.between(0.6, 1.3))
  const inch = width / widthIn
  const hasHalo = lot.is(0.35) && (fromWhite < 8 || fromWhite > 25)
  const canvas: Canvas = {
    lot,
    garment,
    inch,
    hasHalo,
    halo: lot.between(0.007, 0.023),
    haloColour: [lot.whole(238, 255), lot.whole(238, 255), lot.whole(238, 255)],
  }
  const hasLost = !hasHalo && lot.is(0.45)
  const isSoft = lot.is(0.3)

  const places = placesOf(lot, width, height)
  const figures = places.map((place, at): Figure => {
    const id = `g${at}`
    if (at === 0) return plain(canvas, place)
    if (at === 1 && hasLost) return lost(canvas, place)
    if (at === 2 && isSoft) return softArea(canvas, place, id)
    if (hasHalo) return plain(canvas, place)
    const kind = lot.whole(0, hasLost ? 6 : 5)
    if (kind === 0) return knockedOut(canvas, place)
    if (kind === 1) return outlined(canvas, place, lot.is(0.5))
    if (kind === 2) return photograph(canvas, place, id)
    if (kind === 3) return dense(canvas, place)
    return kind === 6 ? lost(canvas, place) : plain(canvas, place)
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${figures.map(({ definitions }) => definitions ?? '').join('')}</defs>${figures.map((figure) => figure.svg).join('')}</svg>`
  const design = await pixelsOf(sharp(Buffer.from(svg)))

  const placement = lot.is(0.35) ? { x: 7, y: 8, width: widthIn, rotation: lot.between(-30, 30) } : null
  const print = { ...printOf(widthIn), pattern: PATTERN, material: 'jersey' as const }
  const box = placePrint(print, 'medium', { width, height }, placement)
  const isHidden = lot.is(0.4)
  const scene = drawDecidedScene(lot, box, design, isHidden)
  return {
    design,
    truth: {
      vanishing: figures.some(({ vanishing }) => vanishing > 0.08),
      hidden: isHidden,
      resolution: inch < 150,
      soft: isSoft,
      halo: hasHalo && fromWhite > 25,
    },
    print: {
      design: await reduced(design),
      file: { width, height },
      plate: { manifest: print, map: scene.paintMap() },
      frame: scene.frame,
      sizeName: 'medium',
      placement: placement as Placement | null,
      hex,
      offered: COLOUR_ROWS.map(([value, , offered]) => ({ value, hex: offered })),
      dpi: { warned: 150, poor: 72 },
    },
  }
}

/** A print area of 14 by 16 inches in the middle of the pattern, whose sizes are all one. */
const printOf = (widthIn: number) => ({
  print: {
    centerX: PATTERN.width / 2,
    centerY: PATTERN.height / 2,
    maxWidthIn: 14,
    maxHeightIn: 16,
    sizesIn: { small: widthIn * 0.6, medium: widthIn, large: widthIn },
  },
})

/** Three to six places beside and below one another, apart. */
function placesOf(lot: Lot, width: number, height: number): Place[] {
  const [columns, rows] = lot.of([
    [1, 3],
    [2, 2],
    [3, 1],
    [2, 3],
  ] as const)
  const [w, h] = [width / columns, height / rows]
  return Array.from({ length: columns * rows }, (_, at) => {
    const margin = lot.between(0.12, 0.2)
    return {
      left: ((at % columns) + margin) * w,
      top: (Math.floor(at / columns) + margin) * h,
      width: w * (1 - 2 * margin),
      height: h * (1 - 2 * margin),
    }
  })
}

/** A scene that hides a good part of the ink, or none to speak of. */
function drawDecidedScene(lot: Lot, box: ReturnType<typeof placePrint>, design: Design, hides: boolean): Scene {
  for (;;) {
    const scene = drawScene(lot, box)
    const hidden = hiddenShare(scene, box, design)
    if (hides ? hidden > 0.05 && hidden < 0.7 : hidden < 0.01) return scene
  }
}

function hiddenShare({ isHidden }: Scene, box: ReturnType<typeof placePrint>, { width, height, data }: Design): number {
  const angle = ((box.turn ?? 0) * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const [middleX, middleY] = [box.left + box.width / 2, box.top - box.height / 2]
  const step = Math.max(1, Math.floor(width / 400))
  let [ink, hidden] = [0, 0]
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      const alpha = data[(y * width + x) * 4 + 3]!
      if (alpha === 0) continue
      const right = ((x + 0.5) / width - 0.5) * box.width
      const down = ((y + 0.5) / height - 0.5) * box.height
      ink += alpha
      // Clockwise as it is seen, where the pattern's y runs up.
      if (isHidden(middleX + right * cosine - down * sine, middleY - (right * sine + down * cosine))) hidden += alpha
    }
  return hidden / ink
}

async function pixelsOf(image: Sharp): Promise<Design> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** The copy that the browser has of a design. */
export const reduced = async (design: Design): Promise<Design> => pixelsOf(sharp((await thumbnails(design)).thumbnail))
