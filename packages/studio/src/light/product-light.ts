import type { KernelRuntime } from '../kernels/runtime.ts'
import { type Exposure, GLOSS, HEADROOM } from './exposure.ts'
import { LIGHT_GROUPS } from './light-groups.ts'
import { PRODUCT_PIXEL_BYTES } from '../kernels/light-format.ts'
import type { Light } from '../plate/manifest.ts'
import { coverageBoundsOf } from '../geometry/coverage-bounds.ts'
import type { Layer, Plate } from '../plate/plate.ts'
import type { RowSource } from '../geometry/view.ts'

/** Light of each 8-bit value at range 1: values are square roots. */
export const decodeTable = (): Float32Array => Float32Array.from({ length: 256 }, (_, value) => (value / 255) ** 2)

/** Rows of layers of one size, copied into the runtime one behind the other: `stride` bytes apart. */
export function stackRows(runtime: KernelRuntime, layers: readonly Layer[]) {
  const { width } = layers[0]!
  if (layers.some((layer) => layer.width !== width)) throw new RangeError('layers that are mixed must have one size')
  const stride = Math.ceil((width + 1) / 16) * 16
  const rows = runtime.allocate(stride * layers.length)
  /** Columns `first` up to `end` of row `y`. */
  const copy = (y: number, first = 0, end = width): void => {
    const memory = runtime.bytes()
    for (let i = 0; i < layers.length; i++)
      memory.set(layers[i]!.data.subarray(y * width + first, y * width + end), rows + i * stride + first)
  }
  return { rows, stride, copy }
}

/**
 * Dims rows of 8-bit values, which are square roots of light, in place: by the root of the share of it that passes.
 * @param width pixels of a row, over which the whole of `passing` is spread
 */
function dimmer({ width: from, height: rows, data }: Layer, width: number, height: number) {
  const line = new Float32Array(from)
  return (y: number, values: readonly Uint8Array[], first: number, end: number): void => {
    const at = Math.min(rows - 1, Math.max(0, ((y + 0.5) * rows) / height - 0.5))
    const above = Math.floor(at)
    const below = Math.min(rows - 1, above + 1)
    let isOpen = true
    for (let x = 0; x < from; x++) {
      const root = ((above + 1 - at) * data[above * from + x]! + (at - above) * data[below * from + x]!) / 255
      if (root < OPEN) isOpen = false
      line[x] = root
    }
    if (isOpen) return
    for (let x = first; x < end; x++) {
      const place = Math.min(from - 1, Math.max(0, ((x + 0.5) * from) / width - 0.5))
      const left = Math.floor(place)
      const root = (left + 1 - place) * line[left]! + (place - left) * line[Math.min(from - 1, left + 1)]!
      if (root < OPEN) for (const row of values) row[x] = Math.round(row[x]! * root)
    }
  }
}

/** A root of the share of light above which nothing is kept away: two 8-bit values, the codec's own error. */
const OPEN = 253 / 255

/**
 * The product's light, all groups mixed: diffuse light (to be multiplied by the albedo) with the coverage, and gloss.
 * All premultiplied by coverage. What keeps light from the backdrop keeps it from the product. Mixed before it is resampled, in linear light: cheaper, and highlights keep their size.
 */
export function productLight(
  runtime: KernelRuntime,
  decodeTableAt: number,
  { groups, manifest, map }: Plate,
  light: Light,
  exposure: Exposure,
  passing?: Layer,
): RowSource {
  const { width, height } = groups.key.white
  if (width !== map.width) throw new RangeError('the light of a plate must have the size of its map')
  const stack = stackRows(
    runtime,
    LIGHT_GROUPS.flatMap((group) => [groups[group].white, groups[group].black]),
  )
  const gain = (layer: 'white' | 'black', share: number) =>
    LIGHT_GROUPS.flatMap((group) => {
      const all = share * groups[group][layer].range
      return light.gains[group].map((channel, c) => channel * exposure.gain[c]! * all).concat(0)
    })
  const perAlbedo = 1 / manifest.albedo
  const { kept, faint } = GLOSS[manifest.material]
  const gains = runtime.putFloats([...gain('white', perAlbedo), ...gain('black', -perAlbedo), ...gain('black', kept)])
  const coverage = runtime.allocate(width)
  const dim = passing && dimmer(passing, width, height)
  // The key light's two passes are the first.
  const keyRows = () =>
    [0, 1].map((i) => runtime.bytes().subarray(stack.rows + i * stack.stride, stack.rows + i * stack.stride + width))
  const { columns } = coverageBoundsOf(map)
  const mix = runtime.run.mixProduct({
    rows: stack.rows,
    stride: stack.stride,
    coverage,
    gains,
    faint,
    headroom: HEADROOM[manifest.material],
    decodeTable: decodeTableAt,
  })
  return {
    width,
    height,
    bytes: PRODUCT_PIXEL_BYTES,
    columnsOf: columns,
    read(y, into) {
      const { first, end } = columns(y)
      stack.copy(y, first, end)
      dim?.(y, keyRows(), first, end)
      runtime.bytes().set(map.coverage.subarray(y * width + first, y * width + end), coverage + first)
      mix(first, end, into)
    },
  }
}
