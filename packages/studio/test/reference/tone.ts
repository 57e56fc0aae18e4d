import { GRAIN_FRACTION_BITS, VALUE_FRACTION_BITS } from '../../src/tone/grain.ts'
import { NEGLIGIBLE, SPAN_KINDS } from '../../src/kernels/spans.ts'
import { STEPS, TOP_STEP } from '../../src/tone/tone-curve.ts'

/** The spans of a row by its pixels' coverage, which is known from `first` up to `end`. */
export function findSpans(coverage: Float32Array, width: number, first: number, end: number): number[] {
  const spans: number[] = first > 0 ? [SPAN_KINDS.backdrop, 0] : []
  let kind: number = first > 0 ? SPAN_KINDS.backdrop : SPAN_KINDS.end
  for (let i = first; i < end; i++) {
    const now = (coverage[i]! > Math.fround(NEGLIGIBLE) ? 1 : 0) + (coverage[i]! > Math.fround(1 - NEGLIGIBLE) ? 1 : 0)
    if (now !== kind) spans.push((kind = now), i)
  }
  if (end < width) spans.push(SPAN_KINDS.backdrop, end)
  return [...spans, SPAN_KINDS.end, width]
}

const stepOf = (light: number, top: number): number => Math.min(Math.floor(Math.sqrt(Math.max(light, 0)) * STEPS), top)

export type ToneTables = { scene: Int16Array; display: Int16Array; shown: Float32Array }

/** One channel's 8-bit value of light by a table, with `grain` of the tile. */
function valueOf(table: Int16Array, light: number, top: number, grain: number): number {
  const step = stepOf(light, top)
  const value = (table[2 * step]! + ((grain * table[2 * step + 1]!) >> GRAIN_FRACTION_BITS)) >> VALUE_FRACTION_BITS
  return Math.min(255, Math.max(0, value))
}

/** 8-bit sRGB of a channel of the product, of the backdrop (scene light, or display light already), or of both at an edge. */
export function toneMap(
  kind: number,
  {
    diffuse,
    gloss,
    albedo,
    coverage,
    backdrop,
    grain,
  }: Record<'diffuse' | 'gloss' | 'albedo' | 'coverage' | 'backdrop' | 'grain', number>,
  { isDisplay, isCutOut }: { isDisplay: boolean; isCutOut: boolean },
  { scene, display, shown }: ToneTables,
): number {
  const product = diffuse * albedo + gloss
  if (kind === SPAN_KINDS.product) return valueOf(scene, product, TOP_STEP, grain)
  if (kind === SPAN_KINDS.backdrop)
    return isDisplay ? valueOf(display, backdrop, STEPS, grain) : valueOf(scene, backdrop, TOP_STEP, grain)
  const share = Math.max(Math.min(coverage, 1), NEGLIGIBLE)
  const near = shown[stepOf(product / share, TOP_STEP)]!
  const far = isDisplay ? Math.min(backdrop, 1) : shown[stepOf(backdrop, TOP_STEP)]!
  return valueOf(display, isCutOut ? near : share * near + (1 - share) * far, STEPS, grain)
}
