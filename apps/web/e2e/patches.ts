import sharp from 'sharp'

/** A design of four big patches, each a colour that no garment, mug or floor of the test has. */
export const PATCHES = {
  red: { rgb: [214, 24, 40], column: 0, row: 0 },
  yellow: { rgb: [250, 200, 0], column: 1, row: 0 },
  green: { rgb: [0, 160, 70], column: 0, row: 1 },
  magenta: { rgb: [200, 0, 160], column: 1, row: 1 },
} as const
export type Patch = keyof typeof PATCHES

const SIDE = 1200

export function drawDesign(): Promise<Buffer> {
  const half = SIDE / 2
  const patches = Object.values(PATCHES).map(({ rgb: [r, g, b], column, row }) => ({
    input: { create: { width: half, height: half, channels: 4 as const, background: { r, g, b, alpha: 1 } } },
    left: column * half,
    top: row * half,
  }))
  return sharp({ create: { width: SIDE, height: SIDE, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(patches)
    .png()
    .toBuffer()
}

/** A disc on nothing, as large as sellers' files are. */
export function drawDisc(fill: string, edge = ''): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1800"><circle cx="900" cy="900" r="700" fill="${fill}" ${edge}/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

type Rgb = readonly [r: number, g: number, b: number]
type Found = { share: number; x: number; y: number }

/** A picture in small, with questions to ask of it; places are fractions of its width and height. */
export async function lookAt(picture: Buffer) {
  const { data, info } = await sharp(picture).removeAlpha().resize(256, 256).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): Rgb => {
    const offset = (y * info.width + x) * info.channels
    return [data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0]
  }

  /** How much of the picture has a colour's hue, and where its middle is. */
  function find(patch: Patch): Found {
    const hue = hueOf(PATCHES[patch].rgb)
    const hits: [number, number][] = []
    for (let y = 0; y < 256; y += 1)
      for (let x = 0; x < 256; x += 1) {
        const colour = at(x, y)
        if (chromaOf(colour) > 70 && hueDistance(hueOf(colour), hue) < 16) hits.push([x, y])
      }
    const mean = (axis: 0 | 1) => hits.reduce((sum, hit) => sum + hit[axis], 0) / hits.length / 256
    return { share: hits.length / 256 ** 2, x: mean(0), y: mean(1) }
  }

  /** The colours on a square ring around a place. */
  function ring(x: number, y: number, reach: number): Rgb[] {
    const steps = Array.from({ length: 21 }, (_, step) => (step / 10 - 1) * reach)
    const around = steps.flatMap(
      (step) =>
        [
          [x + step, y - reach],
          [x + step, y + reach],
          [x - reach, y + step],
          [x + reach, y + step],
        ] as const,
    )
    return around.map(([px, py]) => at(Math.round(px * 255), Math.round(py * 255)))
  }
  return { find, ring }
}

export const chromaOf = (rgb: Rgb): number => Math.max(...rgb) - Math.min(...rgb)

export function hueOf([r, g, b]: Rgb): number {
  const chroma = chromaOf([r, g, b])
  if (chroma === 0) return 0
  const top = Math.max(r, g, b)
  const sixth = top === r ? (g - b) / chroma : top === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4
  return (sixth * 60 + 360) % 360
}

const hueDistance = (a: number, b: number): number => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))
