import type { Design } from '@printroom/studio/plate/plate'

// Designs that are drawn in code, so that a print has something to be compared with. 8-bit straight RGBA.

/** What a place of a design shows, by shares of its width and height. */
export type Paint = (x: number, y: number) => [red: number, green: number, blue: number, alpha: number]

/** Paints a design, pixel by pixel. @param width of it in pixels, as is `height` */
export function draw(width: number, height: number, paint: Paint): Design {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      // One by one: `set` costs more for four bytes.
      const colour = paint((x + 0.5) / width, (y + 0.5) / height)
      for (let c = 0; c < 4; c++) data[at + c] = colour[c]!
    }
  return { width, height, data }
}

/** One colour all over, 64 × 64 pixels. Channels and alpha are 8-bit codes. */
export const flat = (red: number, green: number, blue: number, alpha = 255): Design =>
  draw(64, 64, () => [red, green, blue, alpha])

let drawn: Design | undefined

/** A picture as a camera gives it: soft light, a horizon, round things with shadows, fine leaves. Opaque; drawn once, in some seconds. */
export const photo = (): Design => (drawn ??= drawPhoto())

const drawPhoto = (): Design =>
  draw(2400, 2400, (x, y) => {
    const wave = Math.sin(x * 9 + 3 * Math.sin(y * 7)) * 0.5 + 0.5
    const leaf = 0.5 + 0.5 * Math.sin(60 * x + 12 * Math.sin(23 * y)) * Math.sin(71 * y + 9 * Math.sin(19 * x))
    const [dx, dy] = [x - 0.62, y - 0.4]
    const ball = Math.max(0, 1 - (dx * dx + dy * dy) / 0.05)
    const sun = Math.exp(-40 * ((x - 0.25) ** 2 + (y - 0.22) ** 2))
    if (ball > 0) {
      const light = 0.25 + 0.75 * Math.max(0, Math.sqrt(ball) * 0.7 - dx * 2 - dy * 1.5)
      return [40 + 200 * Math.min(1, light), 30 + 90 * light, 35 + 50 * light, 255]
    }
    if (y < 0.58) return [150 + 70 * y + 60 * sun, 165 + 60 * y + 50 * sun * wave, 205 - 60 * y, 255]
    const green = 0.35 + 0.45 * leaf + 0.2 * wave
    return [60 + 90 * green * y, 70 + 120 * green, 35 + 60 * green * (1 - y), 255]
  })
