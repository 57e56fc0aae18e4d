import type { KernelRuntime, Pointer } from '../kernels/runtime.ts'
import type { Exposure } from '../light/exposure.ts'
import { PIXEL_BYTES } from '../kernels/light-format.ts'
import { LIGHT_GROUPS, type LightGroup } from '../light/light-groups.ts'
import { stackRows } from '../light/product-light.ts'
import type { Light } from '../plate/manifest.ts'
import type { Backdrop, Layer, Plate } from '../plate/plate.ts'
import type { RowSource } from '../geometry/view.ts'
import type { Rgb } from '../tone/srgb.ts'

const CHANNELS = [0, 1, 2] as const

/** A gain a group, for the kernel that squares 8-bit values: layers of three channels are squared as they are. */
const gainOf = (layer: Layer, of: (channel: 0 | 1 | 2) => number): number[] => {
  const unit = layer.range / (layer.channels === 3 ? 255 ** 2 : 1)
  return [...CHANNELS.map((c) => of(c) * unit), 0]
}

/** Rows of the three groups of a backdrop, copied into the runtime. */
function stackBackdropRows(runtime: KernelRuntime, { groups }: Backdrop) {
  const { width, height, channels } = groups.key
  const [key, fill, env] = LIGHT_GROUPS.map(() => runtime.allocate(width * channels)) as [Pointer, Pointer, Pointer]
  const rowBytes = width * channels
  const copyGroup = (group: LightGroup, y: number, to: Pointer): void =>
    runtime.bytes().set(groups[group].data.subarray(y * rowBytes, (y + 1) * rowBytes), to)
  const copy = (y: number): void => {
    copyGroup('key', y, key)
    copyGroup('fill', y, fill)
    copyGroup('env', y, env)
  }
  return { width, height, channels, rows: { key, fill, env }, copy }
}

/** Light of the backdrop with the product on it over the empty backdrop's. It has no texture of its own. */
export function shadowRatio(
  runtime: KernelRuntime,
  decodeTable: Pointer,
  plate: Plate,
  backdrop: Backdrop | null,
  light: Light,
  albedo: Rgb,
): RowSource {
  const { width, height } = plate.groups.key.whiteShadow
  const stack = stackRows(
    runtime,
    LIGHT_GROUPS.flatMap((group) => [plate.groups[group].whiteShadow, plate.groups[group].blackShadow]),
  )
  const towardsWhite = (c: 0 | 1 | 2) => albedo[c] / plate.manifest.albedo
  const shadow = (layer: 'whiteShadow' | 'blackShadow', group: LightGroup, share: (c: 0 | 1 | 2) => number) => {
    const part = (c: 0 | 1 | 2) => (layer === 'whiteShadow' ? towardsWhite(c) : 1 - towardsWhite(c))
    return gainOf(plate.groups[group][layer], (c) => share(c) * part(c))
  }
  const common = { width, height, bytes: PIXEL_BYTES } as const
  if (!backdrop) {
    // A plain backdrop: every group lights it alike, so that only the gains weigh.
    const all = CHANNELS.map((c) => LIGHT_GROUPS.reduce((sum, group) => sum + light.gains[group][c], 0))
    const gains = runtime.putFloats(
      LIGHT_GROUPS.flatMap((group) =>
        (['whiteShadow', 'blackShadow'] as const).flatMap((layer) =>
          shadow(layer, group, (c) => light.gains[group][c] / all[c]!),
        ),
      ),
    )
    const mix = runtime.run.shadowOnPlainBackdrop({
      rows: stack.rows,
      stride: stack.stride,
      gains,
      decodeTable,
      count: width,
    })
    return {
      ...common,
      read(y, out) {
        stack.copy(y)
        mix(out)
      },
    }
  }
  const lit = stackBackdropRows(runtime, backdrop)
  const gains = runtime.putFloats(
    LIGHT_GROUPS.flatMap((group) => [
      ...gainOf(backdrop.groups[group], (c) => light.gains[group][c]),
      ...shadow('whiteShadow', group, () => 1),
      ...shadow('blackShadow', group, () => 1),
    ]),
  )
  // Where each pixel of a shadow lies in a row of the backdrop.
  const columns = runtime.put(Int32Array.from({ length: width }, (_, x) => Math.floor(((x + 0.5) * lit.width) / width)))
  const set = lit.channels === 3 ? runtime.run.shadowOnColourBackdrop : runtime.run.shadowOnGreyBackdrop
  const mix = set({ rows: stack.rows, stride: stack.stride, ...lit.rows, columns, gains, decodeTable, count: width })
  return {
    ...common,
    read(y, out) {
      stack.copy(y)
      lit.copy(Math.floor(((y + 0.5) * lit.height) / height))
      mix(out)
    },
  }
}

/**
 * Light of an empty backdrop with a picture. It is exposed like the product; a plain one, whose colour is promised, so that
 * its tint is true on the whole, and a wall so that it is as light as its file says: products of other plates, which get more
 * or less of the lamp, hang before the same one.
 */
export function backdropLight(
  runtime: KernelRuntime,
  decodeTable: Pointer,
  backdrop: Backdrop,
  light: Light,
  exposure: Exposure,
  tint: Rgb | null,
): RowSource {
  const { groups, manifest } = backdrop
  const mean = (c: 0 | 1 | 2) => Math.max(1e-6, meanLight(backdrop, light, c))
  const level = manifest.wall ? manifest.wall / (exposure.gain[1] * mean(1)) : 1
  const shown = tint ? CHANNELS.map((c) => tint[c] / mean(c)) : exposure.gain.map((gain) => gain * level)
  const { width, height, channels, rows, copy } = stackBackdropRows(runtime, backdrop)
  const gains = runtime.putFloats(
    LIGHT_GROUPS.flatMap((group) => gainOf(groups[group], (c) => light.gains[group][c] * shown[c]!)),
  )
  const set = channels === 3 ? runtime.run.mixColourBackdrop : runtime.run.mixGreyBackdrop
  const mix = set({ ...rows, gains, decodeTable, count: width })
  return {
    width,
    height,
    bytes: PIXEL_BYTES,
    read(y, out) {
      copy(y)
      mix(out)
    },
  }
}

/** Where the bare backdrop shows, as shares of its sides: the middle; behind a person, what is beside the head. */
const EMPTY = { left: 0.2, right: 0.8, top: 0.2, bottom: 0.8 }
const BESIDE_PERSON = { left: 0.02, right: 0.18, top: 0.02, bottom: 0.3 }

/** Mean light of the bare backdrop in one channel, at gain 1 of the exposure. */
function meanLight({ groups, manifest }: Backdrop, light: Light, c: 0 | 1 | 2): number {
  const { left, right, top, bottom } = manifest.isPeopled ? BESIDE_PERSON : EMPTY
  let total = 0
  for (const group of LIGHT_GROUPS) {
    const { width, height, channels, range, data } = groups[group]
    let sum = 0
    let count = 0
    for (let y = Math.floor(height * top); y < height * bottom; y += 4)
      for (let x = Math.floor(width * left); x < width * right; x += 4, count++)
        sum += (data[(y * width + x) * channels + (channels === 3 ? c : 0)]! / 255) ** 2
    total += (light.gains[group][c] * range * sum) / count
  }
  return total
}
