import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compose } from '@printroom/studio/compose'
import { placePrint } from '@printroom/studio/geometry/placement'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import sharp from 'sharp'
import { JPEG, encodeJpeg } from '../src/encode.ts'
import { withPooledPicture } from '../src/picture-pool.ts'
import { openStudio } from '../src/studio.ts'
import { badge } from './designs.ts'

// tsx bench/compose.bench.ts [rounds]: from a design and a plate in memory to an encoded JPEG of 2048 × 2048, beside a
// straightforward sharp script (resize, composite with multiply, the same encoder) in the same run; then two processes
// at once. Milliseconds of processor, all threads together: the time on the wall depends on who else is working.

const SIZE = 2048
const [mode = '7', count = '10'] = process.argv.slice(2)
const studio = await openStudio(PRODUCTS_FOLDER)
const design = await badge('#ffffff', '#f2c14e')
sharp.concurrency(1)

const say = (line: string) => process.stdout.write(`${line}\n`)

const processor = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function medianOf(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const before = processor()
    await work()
    // The first round makes tables and compiles.
    if (round > 0) times.push(processor() - before)
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!
}

/** Makes pictures of one plate, each in another light and crop, as variations are. */
async function maker(manifest: PlateManifest, background: string) {
  const plate = await studio.loadPlate(manifest.product, manifest.geometry)
  const backdrop = await studio.loadBackdrop(manifest.rig, background)
  let ordinal = 0
  return async () => {
    const shot = {
      light: manifest.lights[ordinal % manifest.lights.length]!,
      frame: manifest.frames[ordinal % manifest.frames.length]!,
      seed: ordinal++,
    }
    const colour = { hex: '#97999B', heather: true }
    const scene = { plate, backdrop, design, colour, sizeName: 'large', background, shot, size: SIZE } as const
    return withPooledPicture(SIZE, (into) => encodeJpeg(compose({ ...scene, into }), 'studio'))
  }
}

/** What a script without a studio does: a finished photograph, the design laid flat upon it. */
async function straightforward(manifest: PlateManifest) {
  const make = await maker(manifest, manifest.serves[0]!.backgrounds[0]!)
  const photograph = await sharp(await make())
    .raw()
    .toBuffer()
  const { width } = placePrint(manifest, 'large', design)
  const side = Math.round((SIZE * width) / manifest.pattern.width)
  return async () => {
    const raw = { width: design.width, height: design.height, channels: 4 as const }
    const print = await sharp(design.data, { raw }).resize(side).png({ compressionLevel: 0 }).toBuffer()
    const image = sharp(photograph, { raw: { width: SIZE, height: SIZE, channels: 3 } })
    return image
      .composite([{ input: print, blend: 'multiply' }])
      .jpeg(JPEG)
      .toBuffer()
  }
}

async function measure(rounds: number): Promise<void> {
  const all: number[] = []
  for (const manifest of studio.plates) {
    const plain = await medianOf(rounds, await straightforward(manifest))
    for (const background of new Set(
      manifest.serves.flatMap(({ backgrounds }) => [backgrounds[0]!, backgrounds.at(-1)!]),
    )) {
      const ours = await medianOf(rounds, await maker(manifest, background))
      all.push(ours)
      say(
        `${`${manifest.product}/${manifest.geometry}`.padEnd(34)}${background.padEnd(20)}${ours.toFixed(0).padStart(5)} ms, script ${plain.toFixed(0).padStart(4)} ms`,
      )
    }
  }
  say(
    `median of all: ${all.sort((a, b) => a - b)[all.length >> 1]!.toFixed(0)} ms; ${Math.round(process.memoryUsage.rss() / 1e6)} MB resident`,
  )
}

/** Two processes that begin together; pictures a second on the wall, and a second of two processors. */
async function measurePair(): Promise<void> {
  const children = [0, 1].map(() =>
    fork(fileURLToPath(import.meta.url), ['pair', count], { execArgv: process.execArgv }),
  )
  await Promise.all(children.map((child) => once(child, 'message')))
  const start = performance.now()
  const spent = Promise.all(
    children.map(async (child) => ((await once(child, 'message'))[0] as { spent: number }).spent),
  )
  for (const child of children) child.send('go')
  const used = (await spent).reduce((sum, ms) => sum + ms, 0)
  const pictures = 2 * Number(count)
  const wall = (performance.now() - start) / 1000
  say(
    `two processes: ${(pictures / wall).toFixed(1)} a second on the wall, ${((2000 * pictures) / used).toFixed(1)} a second of two processors`,
  )
}

async function workInPair(): Promise<void> {
  const manifest = studio.plates.find(({ material }) => material === 'jersey') ?? studio.plates[0]!
  const make = await maker(manifest, manifest.serves[0]!.backgrounds.at(-1)!)
  await make()
  process.send!('ready')
  await once(process, 'message')
  const before = processor()
  for (let i = 0; i < Number(count); i++) await make()
  process.send!({ spent: processor() - before })
  process.disconnect()
}

if (mode === 'pair') await workInPair()
else {
  await measure(Number(mode))
  await measurePair()
}
