/** A well-mixed 32-bit integer of two integers (finaliser of MurmurHash3, public domain). */
export function hash(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b ^ 0x27d4eb2f, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A number in [-1, 1) that depends on nothing but its two integers. */
export const signedUnit = (a: number, b: number): number => hash(a, b) / 0x8000_0000 - 1
