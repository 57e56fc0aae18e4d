import type { KernelRuntime, Pointer } from '../kernels/runtime.ts'
import { PRODUCT_PIXEL_BYTES } from '../kernels/light-format.ts'
import { SPAN_KINDS } from '../kernels/spans.ts'
import type { Layout } from './layout.ts'

const PIXEL_FLOATS = PRODUCT_PIXEL_BYTES / 4

/** How much of each pixel of the layout's current row the product covers, 0 to 255, from its light and the row's spans. */
export function readCoverage(
  runtime: KernelRuntime,
  { list, width }: Pick<Layout, 'list' | 'width'>,
  light: Pointer,
  into: Uint8Array,
): void {
  const spans = runtime.integers(list, 2 * (width + 4))
  for (let at = 0; spans[at] !== SPAN_KINDS.end; at += 2) {
    const [kind, first, end] = [spans[at], spans[at + 1]!, spans[at + 3]!]
    if (kind !== SPAN_KINDS.edge) {
      into.fill(kind === SPAN_KINDS.product ? 255 : 0, first, end)
      continue
    }
    const pixels = runtime.floats(light + first * PRODUCT_PIXEL_BYTES, (end - first) * PIXEL_FLOATS)
    for (let i = first; i < end; i++)
      into[i] = Math.round(255 * Math.max(0, Math.min(1, pixels[(i - first) * PIXEL_FLOATS + 3]!)))
  }
}
