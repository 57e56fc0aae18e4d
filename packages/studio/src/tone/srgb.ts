/** sRGB component 0…1 → linear light 0…1 (IEC 61966-2-1). */
export const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Linear light 0…1 → sRGB component 0…1 (IEC 61966-2-1). */
export const fromLinear = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

/** Linear light of each of the 256 8-bit sRGB values. */
export const LINEAR_OF_SRGB8 = Float32Array.from({ length: 256 }, (_, value) => toLinear(value / 255))

export type Rgb = [number, number, number]

/** `#RRGGBB` in sRGB → linear light 0…1. */
export function linearOfHex(hex: string): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new RangeError(`not a colour: ${hex}`)
  const channel = (at: number) => LINEAR_OF_SRGB8[Number.parseInt(hex.slice(at, at + 2), 16)]!
  return [channel(1), channel(3), channel(5)]
}
