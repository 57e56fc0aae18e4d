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
 * The product's light, all groups mixed: diffuse light (to be multiplied by the albedo) with the coverage, and gloss.
 * All premultiplied by coverage. Mixed before it is resampled, in linear light: cheaper, and highlights keep their size.
 */
export function productLight(
  runtime: KernelRuntime,
  decodeTableAt: number,
  { groups, manifest, map }: Plate,
  light: Light,
  exposure: Exposure,
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
      runtime.bytes().set(map.coverage.subarray(y * width + first, y * width + end), coverage + first)
      mix(first, end, into)
    },
  }
}
