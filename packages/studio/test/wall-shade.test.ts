import { expect, test } from 'vitest'
import { BEHIND, HIDDEN, isInMidAir, wallShade } from '../src/backdrop/wall-shade.ts'
import { compose } from '../src/compose.ts'
import { startRuntime } from '../src/kernels/runtime.ts'
import type { Light } from '../src/plate/manifest.ts'
import type { Backdrop, Layer, Plate } from '../src/plate/plate.ts'
import { flatPlate, paint } from './synthetic-plate.ts'

const SIZE = 512

/** A flat plate a metre wide whose product is where `isProduct` says (metres from the middle, y down), in mid-air. */
function plateOf(isProduct: (x: number, y: number) => boolean): Plate {
  const plate = flatPlate(SIZE)
  const metres = (pixel: number) => (pixel + 0.5) / SIZE - 0.5
  const coverage = Uint8Array.from({ length: SIZE * SIZE }, (_, i) =>
    isProduct(metres(i % SIZE), metres(Math.floor(i / SIZE))) ? 255 : 0,
  )
  const none = { ...plate.groups.key.whiteShadow, data: new Uint8Array(SIZE * SIZE).fill(224) }
  const passes = { ...plate.groups.key, whiteShadow: none, blackShadow: none }
  return { ...plate, map: { ...plate.map, coverage }, groups: { key: passes, fill: passes, env: passes } }
}

const lightOf = (key: number, env: number): Light => ({
  name: 'test',
  gains: { key: [key, key, key], fill: [0, 0, 0], env: [env, env, env] },
})

/** Reads the shade at a place in metres from the middle, y down. */
function shadeOf(plate: Plate, light: Light) {
  const runtime = startRuntime()
  const source = wallShade(runtime, plate, light)
  const row = runtime.allocate(source.width * source.bytes)
  const share = (column: number) => runtime.floats(row, source.width * 4)[4 * column + 1]!
  // Between the middles of cells, as the picture reads it.
  return (x: number, y: number): number => {
    const place = (x + 0.5) * source.width - 0.5
    const left = Math.floor(place)
    source.read(Math.floor((y + 0.5) * source.width), row)
    return (left + 1 - place) * share(left) + (place - left) * share(left + 1)
  }
}

test('before an edge light from all around is kept away by the share of the sky that is behind it', () => {
  // Far from the plate's border, where nothing stands in the way.
  const at = shadeOf(
    plateOf((x) => x < 0),
    lightOf(0, 1),
  )
  for (const x of [0.01, 0.03, 0.06, 0.1, 0.15]) {
    // Of a half plane at height d, to the side of a point: (1 − x / √(x² + d²)) / 2 of a matt surface's light.
    const kept = (HIDDEN * (1 - x / Math.hypot(x, BEHIND))) / 2
    expect(1 - at(x, 0), `${x} m`).toBeCloseTo(kept, 1.4)
  }
})

test('the lamp throws the shade to the side that is away from it', () => {
  // The lamp is at the left and above: −0.7, 0.4, 0.6.
  const at = shadeOf(
    plateOf((x, y) => Math.abs(x) < 0.15 && Math.abs(y) < 0.15),
    lightOf(1, 0),
  )
  // Just outside of it: on the far side 0.6 of the lamp's light is kept away, on the near one what comes by way of the room.
  expect(at(0.165, 0.05)).toBeLessThan(0.4)
  expect(at(-0.165, 0.05)).toBeGreaterThan(0.8)
  expect(at(0.05, 0.165)).toBeLessThan(0.5)
  expect(at(0.05, -0.165)).toBeGreaterThan(0.8)
})

test('grey paper is shaded beside what is in mid-air; white stays white, and a shadow that was rendered is enough', () => {
  const floating = plateOf((x, y) => Math.abs(x) < 0.25 && Math.abs(y) < 0.25)
  const shown = (plate: Plate, background: string) => {
    const { manifest } = plate
    const { data } = compose({
      plate,
      backdrop: null,
      design: paint(8, 8, () => [0, 0, 0, 0]),
      colour: { hex: '#777777', heather: false },
      sizeName: 'medium',
      background,
      shot: { light: manifest.lights[0]!, frame: manifest.frames[0]!, seed: 1 },
      size: 256,
    })
    return (x: number, y: number) => data[3 * (Math.floor((y + 0.5) * 256) * 256 + Math.floor((x + 0.5) * 256)) + 1]!
  }
  const grey = shown(floating, 'neutral-gray')
  expect(grey(0.265, 0)).toBeLessThan(grey(-0.45, -0.45) - 30)
  const white = shown(floating, 'white-studio')
  expect([-0.45, -0.27, 0.265, 0.29, 0.45].map((x) => white(x, 0))).toEqual([255, 255, 255, 255, 255])

  const rendered = flatPlate(SIZE)
  expect(isInMidAir(floating)).toBe(true)
  expect(isInMidAir(rendered)).toBe(false)
  const beside = shown(rendered, 'neutral-gray')
  expect(Math.abs(beside(0.43, 0) - beside(0.47, 0.47))).toBeLessThan(12)
})

test('a wall takes the shade and is as light as its file says, however much of the lamp its product gets', () => {
  const even: Layer = { width: 16, height: 16, channels: 1, range: 1, data: new Uint8Array(256).fill(180) }
  const alike = <T>(value: T) => ({ key: value, fill: value, env: value })
  const wall: Backdrop = {
    manifest: { version: 1, rig: 'air', background: 'wall', wall: 0.6, colour: false, groups: alike({ range: 1 }) },
    groups: alike(even),
  }
  const plate = plateOf((x, y) => Math.abs(x) < 0.2 && Math.abs(y) < 0.2)
  for (const gain of [0.3, 0.9]) {
    const { data } = compose({
      plate,
      backdrop: wall,
      design: paint(8, 8, () => [0, 0, 0, 0]),
      colour: { hex: '#777777', heather: false },
      sizeName: 'medium',
      background: 'wall',
      shot: { light: lightOf(gain, gain), frame: plate.manifest.frames[0]!, seed: 1 },
      size: 256,
    })
    const at = (x: number, y: number) => data[3 * (y * 256 + x) + 1]!
    // sRGB of 0.6 is 203; all around a twentieth is lost even in a far corner.
    expect(at(4, 4), `gain ${gain}`).toBeGreaterThan(196)
    expect(at(4, 4), `gain ${gain}`).toBeLessThan(205)
    expect(at(183, 140), `gain ${gain}`).toBeLessThan(at(4, 4) - 40)
  }
})
