import type { KernelRuntime, Pointer } from '../kernels/runtime.ts'
import type { UvMap } from '../plate/plate.ts'
import type { Columns, Interval, View } from './view.ts'
import { UV_BYTES } from '../kernels/footprint.ts'

type UvBounds = { x0: number; y0: number; width: number; height: number }

/** UV positions beyond a row's sides, which its neighbours look at. */
const PADDING_PIXELS = 4

/** Where the pixels of one axis lie in the map: between pixel `bases` and the next, `parts` of the way. */
function placesOf(span: Interval, size: number, length: number) {
  const [bases, parts] = [new Int32Array(size), new Float32Array(size)]
  for (let i = 0; i < size; i++) {
    const at = Math.min(length - 1, Math.max(0, (span.start + ((i + 0.5) / size) * span.length) * length - 0.5))
    bases[i] = Math.min(length - 2, Math.floor(at))
    parts[i] = at - bases[i]!
  }
  return { bases, parts }
}

/**
 * Reads u and v of a window of the map at another size, in some of its columns, as metres side by side, rows in rising
 * order. The row that comes back is good until the next call but one.
 */
export function createUvReader(
  runtime: KernelRuntime,
  map: UvMap,
  bounds: UvBounds,
  view: View,
  discontinuity: number,
  { first, end }: Columns,
) {
  const { u, v, width, height } = map
  const across = placesOf(view.across, view.width, width)
  const offsets = runtime.put(across.bases.map((base) => base * UV_BYTES))
  const parts = runtime.put(across.parts)
  // The columns of the map that are looked at; the loop that turns them into metres takes four at a time.
  const from = end > first ? across.bases[first]! & -4 : 0
  const to = end > first ? across.bases[end - 1]! + 2 : 0
  const values = { u: runtime.allocate(width * 2), v: runtime.allocate(width * 2) }
  const kept = Array.from({ length: 4 }, () => runtime.allocate((width + 4) * UV_BYTES))
  const keptAt = [-1, -1, -1, -1]
  const out = Array.from(
    { length: 2 },
    () => runtime.allocateZeroed((view.width + 2 * PADDING_PIXELS) * UV_BYTES) + PADDING_PIXELS * UV_BYTES,
  )
  const scale = { perU: bounds.width / 65_535, perV: bounds.height / 65_535, x0: bounds.x0, y0: bounds.y0 }
  let turn = 0
  const down = placesOf(view.down, view.height, height)
  const lineParts = runtime.put(down.parts)
  const toMetres = runtime.run.decodeUvs({ ...values, ...scale })
  const readUvs = runtime.run.sampleUvs({ offsets, parts, discontinuity })

  const copyValues = (all: Uint16Array, y: number, into: Pointer): void => {
    const values = new Uint8Array(all.buffer, all.byteOffset + 2 * (y * width + from), 2 * (to - from))
    runtime.bytes().set(values, into + 2 * from)
  }
  const mapRow = (y: number): Pointer => {
    const row = kept[y & 3]!
    if (keptAt[y & 3] !== y) {
      copyValues(u, y, values.u)
      copyValues(v, y, values.v)
      toMetres(from, to, row)
      keptAt[y & 3] = y
    }
    return row
  }

  return (row: number): Pointer => {
    const y = down.bases[row]!
    const uvs = out[(turn ^= 1)]!
    readUvs(mapRow(y), mapRow(y + 1), lineParts + 4 * row, first, end, uvs)
    return uvs
  }
}
