import type { Design } from '@printroom/studio/plate/plate'
import sharp from 'sharp'
import { draw } from '../src/made-designs.ts'

/** Designs that show what an runtime does wrong, drawn in code. 8-bit straight RGBA. */

/** An SVG as pixels; its view is 100 wide. */
async function fromSvg(width: number, height: number, body: string): Promise<Design> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 ${(100 * height) / width}">${body}</svg>`
  const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width, height, data }
}

const strokes = (colour: string) =>
  Array.from({ length: 26 }, (_, i) => {
    const y = 62 + (i % 13) * 3.2
    const x = i < 13 ? 6 : 52
    return `<path d="M${x} ${y} q2 -2 4 0 t4 0 t4 0 t4 0 t4 0 t4 0 t4 0 t4 0 t4 0 t4 0" stroke="${colour}" stroke-width="${0.18 + (i % 13) * 0.05}" fill="none"/>`
  }).join('')

/** A badge with lettering and fine strokes, as sellers make them: 3000 × 3600 px, transparent around. */
export const badge = (ink: string, second: string): Promise<Design> =>
  fromSvg(
    3000,
    3600,
    `<circle cx="50" cy="30" r="27" fill="none" stroke="${ink}" stroke-width="2.4"/>
     <circle cx="50" cy="30" r="23.4" fill="none" stroke="${ink}" stroke-width=".5"/>
     <path d="M30 40 L43 20 L51 32 L57 24 L70 40 Z" fill="${second}"/><circle cx="61" cy="18" r="4" fill="${ink}"/>
     <text x="50" y="52" font-size="6" font-family="DejaVu Sans, sans-serif" font-weight="bold" text-anchor="middle" fill="${ink}">EST 1987</text>
     <text x="50" y="112" font-size="5" font-family="DejaVu Serif, serif" text-anchor="middle" fill="${ink}">mountains are calling, quietly</text>${strokes(ink)}`,
  )

/** Patches with known colours, semi-transparent steps, thin lines and a gradient. */
export const chart = (): Design =>
  draw(2400, 2400, (x, y) => {
    const column = Math.floor(x * 6)
    if (y < 1 / 6)
      return (
        [
          [255, 255, 255, 255],
          [0, 0, 0, 255],
          [213, 0, 50, 255],
          [0, 133, 60, 255],
          [30, 80, 180, 255],
          [250, 200, 30, 255],
        ] as const
      )[column]!.slice() as [number, number, number, number]
    if (y < 2 / 6) return [255, 255, 255, Math.round(((column + 1) / 7) * 255)]
    if (y < 3 / 6) return [0, 0, 0, Math.round(((column + 1) / 7) * 255)]
    if (y < 4 / 6) return [255 * x, 128 + 100 * Math.sin(x * 9), 255 * (1 - x), 255]
    if (y < 5 / 6) {
      const lines = [3, 6, 9, 12, 18, 24][column]!
      return Math.floor(x * 2400) % lines < lines / 2 ? [20, 20, 24, 255] : [240, 240, 240, 255]
    }
    const noise = 120 + 60 * Math.sin(x * 40 + 8 * Math.sin(y * 31)) + 50 * Math.sin(y * 77 - x * 23)
    return [noise + 20, noise * 0.8 + 20, noise * 0.55 + 30, 255]
  })

/** Strings to be read back from a finished picture, in 8 points at a print of `inches` across, and larger ones. */
export const readable = (ink: string, inches: number): Promise<Design> => {
  // 72 points an inch; the view is 100 across.
  const size = (points: number) => ((points / 72) * 100) / inches
  const lines = [8, 8, 10, 14, 24].map((points, i) => {
    const text = [
      'Quartz jinx 0123456789',
      'vexing MOCKUP wizard & fig.',
      'The five boxing grebes hop',
      'Bright vixens jump',
      'Pack my box',
    ][i]!
    return `<text x="50" y="${12 + i * 13}" font-size="${size(points).toFixed(3)}" font-family="DejaVu Sans, sans-serif" text-anchor="middle" fill="${ink}">${text.replace('&', '&amp;')}</text>`
  })
  return fromSvg(3600, 2700, lines.join(''))
}

/** The same alone: a gradient, steps of transparency, lines of a tenth of a millimetre and up. */
export const gradient = (): Design => draw(1800, 1800, (x, y) => [255 * x, 90 + 80 * y, 255 * (1 - x), 255])

export const steps = (): Design =>
  draw(
    1800,
    1800,
    (x, y) =>
      [
        ...(
          [
            [213, 0, 50],
            [255, 255, 255],
            [0, 0, 0],
            [30, 80, 180],
          ] as const
        )[Math.floor(y * 4)]!,
        Math.round(255 * (Math.floor(x * 8) / 7)),
      ] as [number, number, number, number],
  )

export const thinLines = (ink: readonly [number, number, number]): Design =>
  draw(3000, 3000, (x, y) => {
    const turn = Math.floor(y * 2)
    const lines = [2, 3, 4, 6, 8, 12, 18, 27][Math.floor(x * 8)]!
    const at = Math.floor((turn === 0 ? x : y) * 3000)
    const isLine = turn === 0 ? at % (4 * lines) < lines : (at + Math.floor(x * 700)) % (4 * lines) < lines
    return [...ink, isLine ? 255 : 0]
  })
