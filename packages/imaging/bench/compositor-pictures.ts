import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createBackdropRows } from '@printroom/studio/backdrop/backdrop'
import { compose } from '@printroom/studio/compose'
import { prepareInk } from '@printroom/studio/design/ink'
import { createLayout } from '@printroom/studio/geometry/layout'
import { placePrint } from '@printroom/studio/geometry/placement'
import { viewOf } from '@printroom/studio/geometry/view'
import { startRuntime } from '@printroom/studio/kernels/runtime'
import { exposeFor } from '@printroom/studio/light/exposure'
import { decodeTable, productLight } from '@printroom/studio/light/product-light'
import { inkAlbedo, inkOn } from '@printroom/studio/material/albedo'
import { finishOf, garmentOf } from '@printroom/studio/material/garment'
import { createSurface, keepTiles } from '@printroom/studio/material/surface'
import { fitPlate } from '@printroom/studio/plate/fit'
import type { Layer, Plate } from '@printroom/studio/plate/plate'
import { createReliefRows } from '@printroom/studio/relief/relief-rows'
import { fromLinear } from '@printroom/studio/tone/srgb'
import { shoulder } from '@printroom/studio/tone/tone-curve'
import sharp from 'sharp'
import { openStudio } from '../src/studio.ts'
import { badge } from './designs.ts'

// tsx bench/compositor-pictures.ts: the pictures of apps/docs/compositor.md, one or two a pass, from one shot of one plate.

const SIZE = 420
const OUT = fileURLToPath(new URL('../../../apps/docs/compositor', import.meta.url))
const studio = await openStudio(PRODUCTS_FOLDER)
const design = await badge('#ffffff', '#f2c14e')
const manifest = studio.plates.find(({ product, geometry }) => product === 't-shirt' && geometry === 'flat-lay-1')!
const background = 'wood-texture'
const shot = { light: manifest.lights[0]!, frame: manifest.frames[0]!, seed: 0 }
const colour = { hex: '#425563', heather: true }
const whole = await studio.loadPlate(manifest.product, manifest.geometry)
const backdrop = await studio.loadBackdrop(manifest.rig, background)

type Rgb = readonly [number, number, number]

/** Writes a square picture of `side` pixels, given as 8-bit sRGB a pixel. */
async function write(name: string, side: number, of: (at: number) => Rgb): Promise<void> {
  const data = new Uint8Array(side * side * 3)
  for (let at = 0; at < side * side; at++) data.set(of(at), 3 * at)
  const picture = sharp(data, { raw: { width: side, height: side, channels: 3 } }).resize(SIZE)
  await picture.webp({ quality: 82, effort: 6 }).toFile(`${OUT}/${name}.webp`)
}

/** Linear light as the tone curve shows it. */
const shown = (light: number): number => Math.round(255 * fromLinear(Math.min(1, shoulder(Math.max(0, light)))))

const grey = (value: number): Rgb => [value, value, value]

const layer = (name: string, { width, data }: Layer): Promise<void> => write(name, width, (at) => grey(data[at]!))

async function drawPlate({ map, groups }: Plate): Promise<void> {
  await layer('plate-white', groups.key.white)
  await layer('plate-black', groups.key.black)
  await layer('plate-shadow', groups.key.whiteShadow)
  await write('geometry-uv', map.width, (at) =>
    map.coverage[at] === 0 ? grey(0) : [map.u[at]! >> 8, map.v[at]! >> 8, 96],
  )
}

/** Runs the passes as `compose` does and keeps each one's rows. */
async function drawPasses(): Promise<void> {
  const plate = fitPlate(whole, shot.frame, SIZE)
  const runtime = startRuntime()
  const table = runtime.keep('decode table', decodeTable)
  const tiles = keepTiles(runtime, manifest.material)!
  const exposure = exposeFor(plate, shot.light)
  const garment = garmentOf(colour, manifest.material, exposure)
  const view = viewOf(shot.frame, SIZE)
  const layout = createLayout(runtime, plate, view, productLight(runtime, table, plate, shot.light, exposure))
  const box = placePrint(manifest, 'large', design)
  const ink = prepareInk(
    runtime,
    design,
    inkAlbedo(exposure, inkOn(finishOf(manifest.material))),
    Math.ceil(box.width * layout.pixelsPerMetre),
  )
  const cloth = { ...tiles, reliefRows: createReliefRows(runtime, plate, shot.light, layout, garment.hair) }
  const surface = createSurface(runtime, layout, cloth, garment, ink, box)
  const backdropRows = createBackdropRows(runtime, {
    plate,
    backdrop,
    light: shot.light,
    exposure,
    garment,
    background,
    decodeTable: table,
    view,
  })
  const passes = {
    albedo: new Float32Array(3 * SIZE * SIZE),
    diffuse: new Float32Array(3 * SIZE * SIZE),
    gloss: new Float32Array(3 * SIZE * SIZE),
    backdrop: new Float32Array(3 * SIZE * SIZE),
  }
  const mask = new Uint8Array(SIZE * SIZE)
  for (let row = 0; row < SIZE; row++) {
    const columns = layout.move(row)
    if (columns) surface.paint(row, columns, mask)
    const behind = backdropRows.read(row, runtime.put(Int32Array.of(0, 0, -1, SIZE)))
    const lit = runtime.floats(behind, 4 * SIZE)
    for (let x = 0; x < SIZE; x++)
      for (let c = 0; c < 3; c++) passes.backdrop[3 * (row * SIZE + x) + c] = lit[4 * x + c]!
    if (!columns) continue
    const [albedo, light] = [runtime.floats(surface.albedo, 4 * SIZE), runtime.floats(layout.light, 8 * SIZE)]
    for (let x = columns.first; x < columns.end; x++)
      for (let c = 0; c < 3; c++) {
        const to = 3 * (row * SIZE + x) + c
        if (light[8 * x + 3]! > 0.5) passes.albedo[to] = albedo[4 * x + c]!
        passes.diffuse[to] = light[8 * x + c]!
        passes.gloss[to] = light[8 * x + 4 + c]!
      }
  }
  const draw = (name: string, values: Float32Array, gain: number) =>
    write(name, SIZE, (at) => [
      shown(gain * values[3 * at]!),
      shown(gain * values[3 * at + 1]!),
      shown(gain * values[3 * at + 2]!),
    ])
  await draw('material-albedo', passes.albedo, 1)
  await write('design-mask', SIZE, (at) => grey(mask[at]!))
  await draw('light-diffuse', passes.diffuse, 0.8)
  await draw('light-gloss', passes.gloss, 8)
  await draw('backdrop-shaded', passes.backdrop, 1)
}

/** A part of a picture of 2048 pixels at its own size: loops, creases and hair are lost in a smaller one. */
async function drawRelief(): Promise<void> {
  const [side, left, top] = [2048, 560, 880]
  const colour = { hex: '#FFFFFF', heather: false }
  const { data } = compose({ plate: whole, backdrop, design, colour, sizeName: 'large', background, shot, size: side })
  await write('material-relief', SIZE, (at) => {
    const from = 3 * ((top + Math.floor(at / SIZE)) * side + left + (at % SIZE))
    return [data[from]!, data[from + 1]!, data[from + 2]!]
  })
}

await mkdir(OUT, { recursive: true })
await drawPlate(whole)
await drawPasses()
await drawRelief()
const { data } = compose({
  plate: whole,
  backdrop,
  design,
  colour,
  sizeName: 'large',
  background,
  shot,
  size: 2 * SIZE,
})
await write('tone-mapped', 2 * SIZE, (at) => [data[3 * at]!, data[3 * at + 1]!, data[3 * at + 2]!])
