import studio from 'virtual:small-studio'
import { compose } from '@printroom/studio/compose'
import type { Design, Ground, Plate } from '@printroom/studio/plate'
import { chooseShot } from '@printroom/studio/shot'
import { findScene } from '~/features/preview/find-scene.ts'
import { keepLatest } from '~/features/preview/keep-latest.ts'
import { loadDesign, loadGround, loadPlate } from '~/features/preview/load-plate.ts'
import type { PreviewAnswer, PreviewRequest } from '~/features/preview/messages.ts'
import { createWatermark } from '~/features/preview/watermark.ts'

// Draws the preview beside the page's own thread: the compositor that makes the mockups, on the plates in small.

/** Side of the preview in pixels. */
const SIDE = 512

const plates = keepLatest<Plate>(8)
const grounds = keepLatest<Ground>(8)
const designs = keepLatest<Design>(8)

const canvas = new OffscreenCanvas(SIDE, SIDE)
const context = canvas.getContext('2d')
const watermark = createWatermark(SIDE)
const pixels = new ImageData(SIDE, SIDE)

async function draw(wanted: PreviewRequest): Promise<PreviewAnswer> {
  const scene = findScene(studio, wanted)
  const shot = scene && chooseShot(studio.plates.map(({ manifest }) => manifest), scene, 0)
  const plate = studio.plates.find(({ manifest }) => manifest.product === shot?.product && manifest.geometry === shot.geometry)
  if (!scene || !shot || !plate) return { state: 'no-plate' }
  const ground = studio.grounds.find(({ manifest }) => manifest.rig === plate.manifest.rig && manifest.background === scene.background)
  const [loadedPlate, loadedGround, design] = await Promise.all([
    plates(plate.map, () => loadPlate(plate)),
    ground ? grounds(ground.light, () => loadGround(ground)) : null,
    designs(wanted.design, () => loadDesign(wanted.design)),
  ])
  const { colour, size } = wanted
  const { data } = compose({ plate: loadedPlate, ground: loadedGround, design, colour, sizeName: size, background: scene.background, shot, size: SIDE })
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

addEventListener('message', ({ data }: MessageEvent<PreviewRequest>) => {
  void draw(data)
    .catch((error: unknown): PreviewAnswer => ({ state: 'failed', reason: String(error) }))
    .then((answer) => postMessage(answer, { transfer: answer.state === 'drawn' ? [answer.bitmap] : [] }))
})
