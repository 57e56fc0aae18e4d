/** 8-bit sRGB values → CIE L*a*b* under D65. */
export function labOf([red, green, blue]: readonly number[]): [number, number, number] {
  const linear = [red!, green!, blue!].map((srgb8) => {
    const value = srgb8 / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const [r, g, b] = linear as [number, number, number]
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27) * (t / 116) + 16 / 116)
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** CIEDE2000 of two L*a*b* colours (Sharma, Wu and Dalal 2005). */
export function deltaELab([l1, a1, b1]: readonly number[], [l2, a2, b2]: readonly number[]): number {
  const degrees = (radians: number) => (radians * 180) / Math.PI
  const cosine = (angle: number) => Math.cos((angle * Math.PI) / 180)
  const meanC = (Math.hypot(a1!, b1!) + Math.hypot(a2!, b2!)) / 2
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)))
  const [p1, p2] = [a1! * (1 + g), a2! * (1 + g)]
  const [c1, c2] = [Math.hypot(p1, b1!), Math.hypot(p2, b2!)]
  const hue = (a: number, b: number) => (a === 0 && b === 0 ? 0 : (degrees(Math.atan2(b, a)) + 360) % 360)
  const [h1, h2] = [hue(p1, b1!), hue(p2, b2!)]
  const isGrey = c1 * c2 === 0
  let turn = isGrey ? 0 : h2 - h1
  if (turn > 180) turn -= 360
  if (turn < -180) turn += 360
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((turn * Math.PI) / 360)
  let h = h1 + h2
  if (!isGrey) h = Math.abs(h1 - h2) <= 180 ? h / 2 : h < 360 ? (h + 360) / 2 : (h - 360) / 2
  const [l, c] = [(l1! + l2!) / 2, (c1 + c2) / 2]
  const t = 1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6) - 0.2 * cosine(4 * h - 63)
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2)
  const sc = 1 + 0.045 * c
  const sh = 1 + 0.015 * c * t
  const rt =
    -Math.sin((2 * 30 * Math.exp(-(((h - 275) / 25) ** 2)) * Math.PI) / 180) *
    2 *
    Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7))
  const [x, y, z] = [(l2! - l1!) / sl, (c2 - c1) / sc, dH / sh]
  return Math.sqrt(x * x + y * y + z * z + rt * y * z)
}

/** CIEDE2000 of two sRGB colours of 8-bit values. */
export const deltaE = (a: readonly number[], b: readonly number[]): number => deltaELab(labOf(a), labOf(b))
