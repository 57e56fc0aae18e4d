import studio from 'virtual:small-studio'
import { PHOTOGRAPH } from '@printroom/contract/catalogue'
import { PRINT_DPI } from '@printroom/contract/placement'
import type { Finding } from '@printroom/studio/checks/check-print'
import { compose } from '@printroom/studio/compose'
import type { Lattice } from '@printroom/studio/geometry/lattice-map'
import { printLattice } from '@printroom/studio/geometry/print-lattice'
import type { Frame } from '@printroom/studio/plate/manifest'
import type { Backdrop, Design, Plate } from '@printroom/studio/plate/plate'
import { chooseShot, type ShotRequest } from '@printroom/studio/plate/shot'
import { onSide } from '@printroom/studio/plate/side'
import type { SmallStudio } from '@printroom/studio/plate/small-studio'
import { findScene } from '~/features/preview/find-scene.ts'
import { keepLatest } from '~/features/preview/keep-latest.ts'
import { loadBackdrop, loadDesign, loadPlate } from '~/features/preview/load-plate.ts'
import type {
  CheckAnswer,
  CheckRequest,
  Numbered,
  PreviewAnswer,
  PreviewOrder,
  PreviewRequest,
  Taken,
} from '~/features/preview/messages.ts'
import { neighbours } from '~/features/preview/neighbours.ts'
import { createWatermark } from '~/features/preview/watermark.ts'

// Draws the preview beside the page's own thread: the compositor that makes the mockups, on the plates in small.

/** Side of the preview in pixels. */
const SIDE = 512

/** Each is some 3 MB. As many as a seller goes back and forth between, and their neighbours. */
const plates = keepLatest<Plate>(16)
const backdrops = keepLatest<Backdrop>(16)
const designs = keepLatest<Design>(8)

/** A picture without its watermark, some 0.8 MB. */
type Drawn = Taken & { data: Uint8Array }

/** What was drawn before anybody asked, by the request for it: a handful, as long as the design is the same. */
let drawnAhead = new Map<string, Promise<Drawn | null>>()

const NOTHING: Design = { width: 1, height: 1, data: new Uint8ClampedArray(4) }

const canvas = new OffscreenCanvas(SIDE, SIDE)
// In the processor's own memory: a graphics process that is lost takes no picture with it.
const context = canvas.getContext('2d', { willReadFrequently: true })
const watermark = createWatermark(SIDE)
const pixels = new ImageData(SIDE, SIDE)

/** What a picture shows, and which plates there are of it; null where there are none. */
function sceneOf(wanted: PreviewRequest): { scene: ShotRequest; plates: SmallStudio } | null {
  const { own, product, side } = wanted
  if (own) {
    const scene = { product, side, style: PHOTOGRAPH, background: PHOTOGRAPH, baseModel: null, gender: null }
    return { scene, plates: own }
  }
  const scene = findScene(studio, wanted)
  return scene && { scene, plates: studio }
}

/** The plate and the backdrop of a scene, and how to come by them. */
function setOf(scene: ShotRequest, { plates: all, backdrops: behind }: SmallStudio = studio) {
  const shot = chooseShot(
    all.map(({ manifest }) => manifest),
    scene,
    0,
  )
  const plate = all.find(({ manifest }) => manifest.product === shot?.product && manifest.geometry === shot.geometry)
  if (!shot || !plate) return null
  const backdrop = behind.find(
    ({ manifest }) => manifest.rig === plate.manifest.rig && manifest.background === scene.background,
  )
  const load = (): Promise<[Plate, Backdrop | null]> =>
    Promise.all([
      plates(plate.map, () => loadPlate(plate)).then((loaded) => onSide(loaded, scene.side)),
      backdrop ? backdrops(backdrop.light, () => loadBackdrop(backdrop)) : null,
    ])
  return { shot, load }
}

async function designOf({ design }: PreviewRequest): Promise<Design> {
  return design === null ? NOTHING : designs(design, () => loadDesign(design))
}

/**
 * Null where there is no photograph of it.
 * @throws AbortError when it was no longer wanted once all that it needs was there; Error when that did not come
 */
async function draw(wanted: PreviewRequest, signal: AbortSignal): Promise<Drawn | null> {
  const found = sceneOf(wanted)
  const set = found && setOf(found.scene, found.plates)
  if (!set) return null
  const { scene } = found
  const [[plate, backdrop], design] = await Promise.all([set.load(), designOf(wanted)])
  await everythingHeard()
  signal.throwIfAborted()
  const { shot } = set
  const { colour, size, placement } = wanted
  const { data } = compose({
    plate,
    backdrop,
    design,
    colour,
    sizeName: size,
    placement,
    background: scene.background,
    shot,
    size: SIDE,
  })
  const { style, background } = scene
  return { data, scene: { style, background }, lattice: latticeOf(plate, shot.frame) }
}

const lattices = new WeakMap<Plate, Lattice>()

/** Previews show the first picture of a scene, so that a plate has one frame. */
function latticeOf(plate: Plate, frame: Frame): Lattice {
  const found = lattices.get(plate) ?? printLattice(plate, frame)
  lattices.set(plate, found)
  return found
}

/** What came meanwhile is heard first: a picture is drawn in one go, and whoever chooses quickly wants only the last. */
const everythingHeard = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

async function answer(wanted: PreviewRequest, signal: AbortSignal): Promise<PreviewAnswer> {
  const ready = await drawnAhead.get(keyOf(wanted))?.catch(() => null)
  const drawn = ready ?? (await draw(wanted, signal))
  if (!drawn) return { state: 'no-plate' }
  const { data, scene, lattice } = drawn
  for (let at = 0, to = 0; at < data.length; at += 3, to += 4) {
    pixels.data[to] = data[at] ?? 0
    pixels.data[to + 1] = data[at + 1] ?? 0
    pixels.data[to + 2] = data[at + 2] ?? 0
    pixels.data[to + 3] = 255
  }
  if (!context) throw new Error('This browser gives workers no canvas')
  context.putImageData(pixels, 0, 0)
  context.drawImage(watermark, 0, 0)
  return { state: 'drawn', bitmap: canvas.transferToImageBitmap(), scene, lattice }
}

const keyOf = ({
  design,
  product,
  baseModel,
  style,
  background,
  gender,
  side,
  colour,
  size,
  placement,
  own,
}: PreviewRequest): string =>
  JSON.stringify([
    design,
    product,
    baseModel,
    style,
    background,
    gender,
    side,
    colour.hex,
    colour.heather,
    size,
    placement,
    own?.plates[0]?.map,
  ])

/** Draws what may be asked for soon, one after the other, until something is asked for. */
async function drawAhead(pictures: readonly PreviewRequest[], signal: AbortSignal): Promise<void> {
  const before = drawnAhead
  const kept = (drawnAhead = new Map())
  for (const wanted of pictures) {
    await everythingHeard()
    if (signal.aborted) return
    // What the order before was stopped in is taken up again.
    const drawing = before.get(keyOf(wanted))?.catch(() => draw(wanted, signal)) ?? draw(wanted, signal)
    kept.set(keyOf(wanted), drawing)
    // What could not be drawn ahead is drawn again, and missed, when it is wanted.
    await drawing.catch(() => kept.delete(keyOf(wanted)))
  }
  const [likeliest] = pictures
  if (likeliest) await lookAhead(likeliest, signal)
}

/** The scene whose neighbours are all there: a print that is dragged, or a colour, leaves them what they are. */
let lookedAhead = ''

/** Fetches what the next choice may need, one set after the other, then makes what it may need, until that choice is there. */
async function lookAhead(wanted: PreviewRequest, signal: AbortSignal): Promise<void> {
  if (wanted.own) return
  const scene = findScene(studio, wanted)
  const place = JSON.stringify([scene, wanted.style])
  if (place === lookedAhead) return
  const unmade = new Map<string, () => void>()
  for (const { background, ...next } of scene ? neighbours(studio, scene, wanted) : []) {
    if (signal.aborted) return
    const set = setOf({ background, ...next })
    // What could not be fetched ahead is fetched again, and missed, when it is wanted.
    const [plate, backdrop] = (await set?.load().catch(() => null)) ?? []
    if (!set || !plate || backdrop === undefined || materials.has(plate.manifest.material)) continue
    const { colour, size: sizeName } = wanted
    unmade.set(
      plate.manifest.material,
      () => void compose({ plate, backdrop, design: NOTHING, colour, sizeName, background, shot: set.shot, size: 16 }),
    )
  }
  // Last, since tables take a fifth of a second in which no choice is heard.
  for (const [material, makeTables] of unmade) {
    await everythingHeard()
    if (signal.aborted) return
    materials.add(material)
    makeTables()
  }
  lookedAhead = place
}

/** Those whose tables are made: a picture of 16 pixels makes them. */
const materials = new Set<string>()

/** Answers, unless another was asked for since. */
async function tell({ number, ...wanted }: Numbered<PreviewRequest>, signal: AbortSignal): Promise<void> {
  const given = await answer(wanted, signal).catch((error: unknown): PreviewAnswer => ({
    state: 'failed',
    reason: String(error),
  }))
  if (!signal.aborted) postMessage({ ...given, number }, { transfer: given.state === 'drawn' ? [given.bitmap] : [] })
}

/**
 * Looks a print through; null where something was asked for since: a choice is heard between two checks.
 * @throws Error when what it needs did not come
 */
async function check({ file, ...wanted }: CheckRequest, signal: AbortSignal): Promise<Finding[] | null> {
  const found = sceneOf(wanted)
  const set = found && setOf(found.scene, found.plates)
  if (!set) return []
  const [[plate], design, { PRINT_CHECKS }, { coloursFor }] = await Promise.all([
    set.load(),
    designOf(wanted),
    // Pages that only draw load neither.
    import('@printroom/studio/checks/check-print'),
    import('@printroom/contract/colours'),
  ])
  const { product, baseModel, size: sizeName, placement, background } = wanted
  const { hex } = wanted.colour
  const print = { design, file, plate, frame: set.shot.frame, sizeName, placement, hex, dpi: PRINT_DPI }
  const findings: Finding[] = []
  // On a seller's own scene there is no other colour to be had.
  for (const looksFor of PRINT_CHECKS) {
    await everythingHeard()
    if (signal.aborted) return null
    findings.push(...looksFor({ ...print, offered: wanted.own ? [] : coloursFor(product, baseModel) }))
  }
  // Of a scene that nobody has chosen yet nothing is said.
  return findings.filter(({ kind }) => kind !== 'hidden' || background !== null || wanted.own)
}

/** Answers with what was found, once the picture is drawn. What cannot be checked keeps nobody from ordering. */
async function tellFindings(order: CheckRequest, number: number, signal: AbortSignal): Promise<void> {
  await drawing
  const findings = await check(order, signal).catch(() => [])
  const answered: Numbered<CheckAnswer> | null = findings && { findings, number }
  if (answered) postMessage(answered)
}

/** What is asked for ends what was asked for before; and any order ends what was being done ahead. */
let [asked, ahead] = [new AbortController(), new AbortController()]
/** The picture that was asked for last, drawn or given up. */
let drawing: Promise<void> = Promise.resolve()

addEventListener('message', ({ data: order }: MessageEvent<PreviewOrder>) => {
  if ('check' in order) return void tellFindings(order.check, order.number, asked.signal)
  ahead.abort()
  ahead = new AbortController()
  const { signal } = ahead
  if ('ahead' in order) return void drawAhead(order.ahead, signal)
  asked.abort()
  asked = new AbortController()
  drawing = tell(order, asked.signal)
  if (order.looksAhead) void drawing.then(() => lookAhead(order, signal))
})
