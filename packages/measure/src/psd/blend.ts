import type { BlendMode } from 'ag-psd'

/** Straight colours (red, green, blue, 0 to 1, as the document codes them) and how much of each pixel there is. */
export type Canvas = { rgb: Float32Array; alpha: Float32Array }

type Blend = (below: number, above: number) => number

const multiply: Blend = (b, s) => b * s
const screen: Blend = (b, s) => b + s - b * s
const hardLight: Blend = (b, s) => (s <= 0.5 ? multiply(b, 2 * s) : screen(b, 2 * s - 1))
const softLight: Blend = (b, s) => (s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (Math.sqrt(b) - b))
const colorBurn: Blend = (b, s) => (b >= 1 ? 1 : s <= 0 ? 0 : 1 - Math.min(1, (1 - b) / s))
const colorDodge: Blend = (b, s) => (b <= 0 ? 0 : s >= 1 ? 1 : Math.min(1, b / (1 - s)))

/** Modes that are read, each channel by itself (ISO 32000-2, 11.3.5; Photoshop's linear ones). */
export const BLENDS: Partial<Record<BlendMode, Blend>> = {
  normal: (_, s) => s,
  multiply,
  screen,
  'linear dodge': (b, s) => Math.min(1, b + s),
  'linear burn': (b, s) => Math.max(0, b + s - 1),
  darken: Math.min,
  lighten: Math.max,
  overlay: (b, s) => hardLight(s, b),
  'hard light': hardLight,
  'soft light': softLight,
  'color burn': colorBurn,
  'color dodge': colorDodge,
}

/** Of a print below them, these show what lies between its black and its white in proportion. */
export const STRAIGHT = new Set<BlendMode>(['normal', 'multiply', 'screen', 'pass through'])

/** An empty canvas of so many pixels. */
export const canvasOf = (pixels: number): Canvas => ({
  rgb: new Float32Array(3 * pixels),
  alpha: new Float32Array(pixels),
})

/** Paints `above` over `below`, in place. `isClipped`: only where there is something below, of which there is as much afterwards. */
export function paint(below: Canvas, above: Canvas, mode: BlendMode, opacity: number, isClipped = false): void {
  const blend = BLENDS[mode]
  if (!blend) return
  const coversAll = mode === 'normal' && opacity === 1 && !isClipped
  for (let at = 0; at < below.alpha.length; at++) {
    if (coversAll && above.alpha[at] === 1) {
      // Nothing of what is below is left.
      below.alpha[at] = 1
      for (let c = 3 * at; c < 3 * at + 3; c++) below.rgb[c] = above.rgb[c]!
      continue
    }
    const share = above.alpha[at]! * opacity
    if (share === 0) continue
    const under = isClipped ? 1 : below.alpha[at]!
    const whole = share + under - share * under
    for (let c = 3 * at; c < 3 * at + 3; c++) {
      const b = below.rgb[c]!
      const s = above.rgb[c]!
      below.rgb[c] = ((1 - share) * under * b + share * ((1 - under) * s + under * blend(b, s))) / whole
    }
    if (!isClipped) below.alpha[at] = whole
  }
}
