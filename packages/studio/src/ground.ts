import type { Engine, Pointer } from './engine.ts'
import type { Exposure } from './exposure.ts'
import { LANES } from './light-kernels.ts'
import { LIGHT_GROUPS, type LightGroup } from './light-groups.ts'
import { stackRows } from './light.ts'
import type { Light } from './manifest.ts'
import type { Ground, Layer, Plate } from './plate.ts'
import type { RowSource } from './resample.ts'
import type { Rgb } from './srgb.ts'

const CHANNELS = [0, 1, 2] as const

/** A gain a group, for the loop that squares codes: layers of three channels are squared as they are. */
const gainOf = (layer: Layer, of: (channel: 0 | 1 | 2) => number): number[] => {
  const unit = layer.range / (layer.channels === 3 ? 255 ** 2 : 1)
  return [...CHANNELS.map((c) => of(c) * unit), 0]
}

/** Rows of the three groups of a ground, copied into the engine. */
function groundRows(engine: Engine, { groups }: Ground) {
  const { width, height, channels } = groups.key
  const [key, fill, env] = LIGHT_GROUPS.map(() => engine.take(width * channels)) as [Pointer, Pointer, Pointer]
  const rowBytes = width * channels
  const copyGroup = (group: LightGroup, y: number, to: Pointer): void =>
    engine.bytes().set(groups[group].data.subarray(y * rowBytes, (y + 1) * rowBytes), to)
  const copy = (y: number): void => {
    copyGroup('key', y, key)
    copyGroup('fill', y, fill)
    copyGroup('env', y, env)
  }
  return { width, height, channels, rows: { key, fill, env }, copy }
}

/** Light of the ground with the product on it over the empty ground's. It has no texture of its own. */
export function groundRatio(
  engine: Engine,
  squares: Pointer,
  plate: Plate,
  ground: Ground | null,
  light: Light,
  albedo: Rgb,
): RowSource {
  const { width, height } = plate.groups.key.sw
  const stack = stackRows(engine, LIGHT_GROUPS.flatMap((group) => [plate.groups[group].sw, plate.groups[group].sk]))
  const towardsWhite = (c: 0 | 1 | 2) => albedo[c] / plate.manifest.albedo
  const shadow = (layer: 'sw' | 'sk', group: (typeof LIGHT_GROUPS)[number], share: (c: 0 | 1 | 2) => number) => {
    const part = (c: 0 | 1 | 2) => (layer === 'sw' ? towardsWhite(c) : 1 - towardsWhite(c))
    return gainOf(plate.groups[group][layer], (c) => share(c) * part(c))
  }
  const common = { width, height, bytes: LANES } as const
  if (!ground) {
    // A plain ground: every group lights it alike, so that only the gains weigh.
    const all = CHANNELS.map((c) => LIGHT_GROUPS.reduce((sum, group) => sum + light.gains[group][c], 0))
    const gains = engine.putFloats(
      LIGHT_GROUPS.flatMap((group) =>
        (['sw', 'sk'] as const).flatMap((layer) => shadow(layer, group, (c) => light.gains[group][c] / all[c]!)),
      ),
    )
    const mix = engine.run.ratioOnPaper({ rows: stack.rows, stride: stack.stride, gains, squares, count: width })
    return {
      ...common,
      read(y, out) {
        stack.copy(y)
        mix(out)
      },
    }
  }
  const lit = groundRows(engine, ground)
  const gains = engine.putFloats(
    LIGHT_GROUPS.flatMap((group) => [
      ...gainOf(ground.groups[group], (c) => light.gains[group][c]),
      ...shadow('sw', group, () => 1),
      ...shadow('sk', group, () => 1),
    ]),
  )
  // Where each pixel of a shadow lies in a row of the ground.
  const columns = engine.put(Int32Array.from({ length: width }, (_, x) => Math.floor(((x + 0.5) * lit.width) / width)))
  const set = lit.channels === 3 ? engine.run.ratioOnColour : engine.run.ratioOnGrey
  const mix = set({ rows: stack.rows, stride: stack.stride, ...lit.rows, columns, gains, squares, count: width })
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
 * Light of an empty ground with a picture. It is exposed like the product; a paper, whose colour is promised, so that
 * its tint is true on the whole.
 */
export function groundLight(
  engine: Engine,
  squares: Pointer,
  ground: Ground,
  light: Light,
  exposure: Exposure,
  tint: Rgb | null,
): RowSource {
  const { groups } = ground
  const shown = tint ? CHANNELS.map((c) => tint[c] / Math.max(1e-6, meanLight(ground, light, c))) : exposure.gain
  const { width, height, channels, rows, copy } = groundRows(engine, ground)
  const gains = engine.putFloats(
    LIGHT_GROUPS.flatMap((group) => gainOf(groups[group], (c) => light.gains[group][c] * shown[c]!)),
  )
  const set = channels === 3 ? engine.run.mixColour : engine.run.mixGrey
  const mix = set({ ...rows, gains, squares, count: width })
  return {
    width,
    height,
    bytes: LANES,
    read(y, out) {
      copy(y)
      mix(out)
    },
  }
}

/** Where paper shows, as shares of a ground's sides: the middle; behind a person, what is beside the head. */
const EMPTY = { left: 0.2, right: 0.8, top: 0.2, bottom: 0.8 }
const BESIDE_PERSON = { left: 0.02, right: 0.18, top: 0.02, bottom: 0.3 }

/** Mean light of a ground's paper in one channel, at gain 1 of the exposure. */
function meanLight({ groups, manifest }: Ground, light: Light, c: 0 | 1 | 2): number {
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
