import { COLOUR_ROWS } from '@printroom/products/colours.data'
import type { Finding, PrintToCheck } from '@printroom/studio/checks/check-print'
import { type Placement, placePrint } from '@printroom/studio/geometry/placement'
import type { Design } from '@printroom/studio/plate/plate'
import { deltaE } from '@printroom/studio/tone/delta-e'
import sharp, { type Sharp } from 'sharp'
import { thumbnails } from '../../src/encode.ts'
import type { Place } from './figures.ts'
import { WHITE, rgbOf } from './inks.ts'
import { type Lot, lotOf } from './lot.ts'
import { type Canvas, figureOf } from './made-figures.ts'
import { grained } from './textures.ts'
import { PATTERN, type Scene, drawScene } from './made-sights.ts'

/*
 * Prints whose faults are known because they were put there: drawn as SVG at the size of a seller's file (flat, as a photograph,
 * worn, as watercolour), finished as sellers' files come (grain, edges drawn broadly, enlarged from half its size), reduced as an
 * upload is. Nothing here looks at pixels but to weigh ink behind what a scene hides. What even people would argue about is
 * not drawn: ink at ΔE2000 4 to 7 from the garment, light edges of under 0.15 or 0.6 to 2 mm, 1 to 5 % of the ink out of
 * sight, 135 to 165 DPI, soft areas of under a sixteenth of the ink, a white edge on a garment at ΔE 8 to 25 from white.
 */

export type Kind = Finding['kind']
export type MadePrint = { print: PrintToCheck; design: Design; truth: Record<Kind, boolean> }

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
  const figures = await Promise.all(places.map((place, at) => figureOf(canvas, place, at, { isLost: hasLost, isSoft })))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${figures.map(({ definitions }) => definitions ?? '').join('')}</defs>${figures.map((figure) => figure.svg).join('')}</svg>`
  const design = await finished(lot, Buffer.from(svg), { hasHalo, fringe: canvas.halo * inch })

  const placement = lot.is(0.35) ? { x: 7, y: 8, width: widthIn, rotation: lot.between(-30, 30) } : null
  const print = { ...printOf(widthIn), pattern: PATTERN, material: 'jersey' as const }
  const box = placePrint(print, 'medium', { width, height }, placement)
  const isHidden = lot.is(0.4)
  const scene = drawDecidedScene(lot, box, design, isHidden)
  return {
    design,
    truth: {
      vanishing: figures.some(({ vanishing }) => vanishing > 0),
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

/**
 * As sellers' files come: enlarged from half their size, with edges drawn more broadly than a pixel, with a camera's or a scanner's grain.
 * `fringe` is in pixels: what would spread a narrow one is left out.
 */
async function finished(lot: Lot, svg: Buffer, { hasHalo, fringe }: { hasHalo: boolean; fringe: number }) {
  const image = sharp(svg, { unlimited: true })
  const { width = 0, height = 0 } = await image.metadata()
  const isEnlarged = lot.is(0.2)
  const blur = lot.is(0.3) ? lot.between(0.4, 1.1) : 0
  const grain = lot.is(0.4) ? lot.between(1, 6) : 0
  const seed = lot.whole(1, 1e6)
  const mayBlur = !hasHalo || fringe > 4
  const drawn = await pixelsOf(isEnlarged && mayBlur ? image.resize(Math.round(width / 2)) : image)
  const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const
  const whole = sharp(drawn.data, { raw }).resize(width, height, { fit: 'fill', kernel: 'cubic' })
  const design = await pixelsOf(blur > 0 && mayBlur ? whole.blur(blur) : whole)
  return { ...design, data: grained(Uint8Array.from(design.data), grain, seed) }
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
