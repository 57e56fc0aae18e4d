import studio from 'virtual:small-studio'
import { compose } from '@printroom/studio/compose'
import type { Design, Ground, Plate } from '@printroom/studio/plate'
import { chooseShot } from '@printroom/studio/shot'
import { findScene, type Found } from '~/features/preview/find-scene.ts'
import { keepLatest } from '~/features/preview/keep-latest.ts'
import { loadDesign, loadGround, loadPlate } from '~/features/preview/load-plate.ts'
import type { PreviewAnswer, PreviewRequest } from '~/features/preview/messages.ts'
import { neighbours } from '~/features/preview/neighbours.ts'
import type { Numbered } from '~/features/preview/previewer.ts'
import { createWatermark } from '~/features/preview/watermark.ts'

// Draws the preview beside the page's own thread: the compositor that makes the mockups, on the plates in small.

/** Side of the preview in pixels. */
const SIDE = 512

/** Each is some 3 MB. As many as a seller goes back and forth between, and their neighbours. */
const plates = keepLatest<Plate>(16)
const grounds = keepLatest<Ground>(16)
const designs = keepLatest<Design>(8)

const NOTHING: Design = { width: 1, height: 1, data: new Uint8ClampedArray(4) }

const canvas = new OffscreenCanvas(SIDE, SIDE)
const context = canvas.getContext('2d')
const watermark = createWatermark(SIDE)
const pixels = new ImageData(SIDE, SIDE)

/** The plate and the ground of a scene, and how to come by them. */
function setOf(scene: Found) {
  const shot = chooseShot(studio.plates.map(({ manifest }) => manifest), scene, 0)
  const plate = studio.plates.find(({ manifest }) => manifest.product === shot?.product && manifest.geometry === shot.geometry)
  if (!shot || !plate) return null
  const ground = studio.grounds.find(({ manifest }) => manifest.rig === plate.manifest.rig && manifest.background === scene.background)
  const load = (): Promise<[Plate, Ground | null]> =>
    Promise.all([plates(plate.map, () => loadPlate(plate)), ground ? grounds(ground.light, () => loadGround(ground)) : null])
  return { shot, load }
}

async function designOf({ design }: PreviewRequest): Promise<Design> {
  return design === null ? NOTHING : designs(design, () => loadDesign(design))
}

async function draw(wanted: PreviewRequest): Promise<PreviewAnswer> {
  const scene = findScene(studio, wanted)
  const set = scene && setOf(scene)
  if (!scene || !set) return { state: 'no-plate' }
  const [[plate, ground], design] = await Promise.all([set.load(), designOf(wanted)])
  const { shot } = set
  const { colour, size } = wanted
  const { data } = compose({ plate, ground, design, colour, sizeName: size, background: scene.background, shot, size: SIDE })
  for (let at = 0, to = 0; at < data.length; at += 3, to += 4) {
    pixels.data[to] = data[at] ?? 0
    pixels.data[to + 1] = data[at + 1] ?? 0
    pixels.data[to + 2] = data[at + 2] ?? 0
    pixels.data[to + 3] = 255
  }
  if (!context) throw new Error('This browser gives workers no canvas')
  context.putImageData(pixels, 0, 0)
  context.drawImage(watermark, 0, 0)
  return { state: 'drawn', bitmap: canvas.transferToImageBitmap(), scene: { style: scene.style, background: scene.background } }
}

/** Fetches what the next choice may need, one set after the other, until that choice is there. */
async function lookAhead(wanted: PreviewRequest): Promise<void> {
  const scene = findScene(studio, wanted)
  for (const next of scene ? neighbours(studio, scene, wanted) : []) {
    if (latest !== wanted) return
    const set = setOf(next)
    // What could not be fetched ahead is fetched again, and missed, when it is wanted.
    const [plate, ground] = (await set?.load().catch(() => null)) ?? []
    if (!set || !plate || ground === undefined || materials.has(plate.manifest.material) || latest !== wanted) continue
    materials.add(plate.manifest.material)
    compose({ plate, ground, design: NOTHING, colour: wanted.colour, sizeName: wanted.size, background: next.background, shot: set.shot, size: 16 })
  }
}

/** Those whose tables are made: a picture of 16 pixels makes them. */
const materials = new Set<string>()

let latest: PreviewRequest | undefined

addEventListener('message', ({ data }: MessageEvent<Numbered<PreviewRequest>>) => {
  latest = data
  void draw(data)
    .catch((error: unknown): PreviewAnswer => ({ state: 'failed', reason: String(error) }))
    .then((answer) => postMessage({ ...answer, number: data.number }, { transfer: answer.state === 'drawn' ? [answer.bitmap] : [] }))
    .then(() => lookAhead(data))
})
