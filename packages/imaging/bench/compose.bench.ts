import { fileURLToPath } from 'node:url'
import { compose } from '@printroom/studio/compose'
import { decodeDesign, encodeJpeg, thumbnail } from '../src/encode.ts'
import { openStudio } from '../src/studio.ts'
import { badge } from './designs.ts'
import sharp from 'sharp'

// tsx bench/compose.bench.ts [size]: milliseconds a stage, beside a bare loop that copies as many
// pixels in the same run. On a busy machine trust the processor's milliseconds, and the ratio to the bare loop.

const size = Number(process.argv[2] ?? 2048)
const studio = await openStudio(fileURLToPath(new URL('../../studio/plates', import.meta.url)))

async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now()
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const elapsed = (performance.now() - start).toFixed(0).padStart(7)
  process.stdout.write(`  ${name.padEnd(32)}${elapsed} ms, processor ${((user + system) / 1000).toFixed(0).padStart(5)} ms\n`)
  return result
}

const from = new Uint8Array(size * size * 3).fill(7)
const to = new Uint8Array(size * size * 3)
const bareLoop = () => {
  for (let i = 0; i < from.length; i++) to[i] = from[i]!
}
const design = await badge('#ffffff', '#f2c14e')
const png = await sharp(design.data, { raw: { width: design.width, height: design.height, channels: 4 } }).png().toBuffer()
process.stdout.write(`${size} × ${size}\n`)
for (let round = 0; round < 3; round++) await timed('bare copy', bareLoop)
for (const manifest of studio.plates) {
  process.stdout.write(`${manifest.product}/${manifest.geometry}, plate of ${manifest.size}\n`)
  const plate = await timed('load plate', () => studio.loadPlate(manifest.product, manifest.geometry))
  const decoded = await timed('decode design', () => decodeDesign(png))
  for (const background of manifest.serves[0]!.backgrounds.slice(0, 4)) {
    const ground = await studio.loadGround(manifest.rig, background)
    for (const frame of manifest.frames.slice(0, 2)) {
      const shot = { light: manifest.lights[0]!, frame, seed: 0 }
      const colour = { hex: '#97999B', heather: true }
      const picture = await timed(`compose ${background} ${frame.name}`, () =>
        compose({ plate, ground, design: decoded, colour, sizeName: 'large', background, shot, size }),
      )
      if (frame === manifest.frames[0]) {
        const jpeg = await timed('jpeg', () => encodeJpeg(picture))
        await timed('thumbnail', () => thumbnail(picture))
        process.stdout.write(`  ${(jpeg.length / 1e6).toFixed(2)} MB of jpeg, ${Math.round(process.memoryUsage.rss() / 1e6)} MB resident\n`)
      }
    }
  }
}
