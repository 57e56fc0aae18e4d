import { isPlainBackdrop } from '@printroom/studio/backdrop/plain-backdrop'
import { compose } from '@printroom/studio/compose'
import { placePrint } from '@printroom/studio/geometry/placement'
import { withoutHook } from '@printroom/studio/plate/hook'
import type { Frame } from '@printroom/studio/plate/manifest'
import type { Picture, Plate } from '@printroom/studio/plate/plate'
import { type Shot, chooseShot } from '@printroom/studio/plate/shot'
import sharp, { type Sharp } from 'sharp'
import { type Box, cropAround, cropNear, cropTo, printBox, productBox } from './crop.ts'
import { designMesh } from './design-mesh.ts'
import { encodeJpeg } from './encode.ts'
import { type MockupRequest, prepareComposition } from './mockup.ts'
import { type Origin, originOf, xmpOf } from './origin.ts'
import { SIDE, decodePicture } from './picture.ts'
import { takeApart } from './print-layers.ts'
import { encodePsd } from './psd.ts'
import type { Studio } from './studio.ts'

/**
 * How a picture is wanted: its size in pixels, the whole scene, a close-up of its print, the product alone on pure white or
 * cut out on nothing, or in layers, and the kind of its file: of a cut-out no JPEG, of layers a PSD, and of nothing else.
 */
export type ExportOptions = {
  width: number
  height: number
  crop: 'whole' | 'close' | 'white' | 'cutout' | 'layers'
  format: 'jpeg' | 'png' | 'webp' | 'psd'
}

/** A finished mockup: its picture as stored, and what it was made from. `isOurs`: composed by the studio, whose design is still there. */
export type Finished = { request: MockupRequest; picture: Uint8Array; isOurs: boolean }

/** `isComposed`: photographed anew in this shape, or as it was; otherwise cut, or its sides carried on, mirrored, but where somebody wears it. */
export type ExportedFile = { file: Uint8Array; isComposed: boolean }

/** Pictures are composed at one size and held against each other at another, where no texture is left that could alias; up to this mean difference in 8-bit values they are one. */
const COMPARED = { from: 512, side: 64, difference: 4 } as const
const WHITE = 'white-studio'

/**
 * A mockup in the size, shape and file that a shop wants, in sRGB and tagged so; nothing is ever stretched. What the
 * studio made is composed anew in another crop, the backdrop going on mirrored beyond its picture, but where somebody wears the product. What a model made, or
 * was made from plates that have changed since, is cut from its own picture in the same manner, and keeps its mark.
 * @throws Error when the picture cannot be read, or is wanted on white or nothing, from near or larger than it is and cannot be composed
 */
export async function exportMockup(studio: Studio, finished: Finished, options: ExportOptions): Promise<ExportedFile> {
  const { width, height, crop, format } = options
  if (crop === 'layers') return { file: await exportLayers(studio, finished), isComposed: true }
  if (format === 'psd') throw new Error('only layers are a PSD')
  if (crop === 'whole' && width === SIDE && height === SIDE)
    return {
      file: await encodeAs(await decodePicture(finished.picture, SIDE), format, await originOf(finished.picture)),
      isComposed: true,
    }
  const composed = finished.isOurs ? await composeAnew(studio, finished, options) : null
  if (composed) return { file: await encodeAs(composed, format, 'studio'), isComposed: true }
  // More pixels than were stored would show no more of it.
  if (crop !== 'whole' || Math.min(width, height) > SIDE) throw new Error('this mockup cannot be composed anew')
  const framed = await framedProduct(studio, finished.request)
  const { gender, background } = finished.request
  const area = cropTo(width / height, WHOLE, framed, {
    print: gender === null ? undefined : framed,
    arePhotographed: !isPlainBackdrop(background),
  })
  const picture = await cut(finished.picture, area, width, height)
  return { file: await encodeAs(picture, format, await originOf(finished.picture)), isComposed: false }
}

const WHOLE: Box = { left: 0, top: 0, right: 1, bottom: 1 }

const boxOfFrame = ({ x, y, scale }: Frame): Box => ({
  left: x - scale / 2,
  top: y - scale / 2,
  right: x + scale / 2,
  bottom: y + scale / 2,
})

/** @throws Error when it cannot be composed, or would be another picture than the one that the seller knows */
async function exportLayers(studio: Studio, { request, picture, isOurs }: Finished): Promise<Uint8Array> {
  const prepared = isOurs ? await prepareComposition(studio, { ...request, ...shotOf(studio, request) }) : null
  if (!prepared?.ok) throw new Error('this mockup cannot be composed anew')
  const { design, ...scene } = prepared.composition
  if (!(await isSame(compose({ ...scene, design, size: COMPARED.from }), picture)))
    throw new Error('this mockup cannot be composed anew')
  const { width, height } = design
  const box = placePrint(scene.plate.manifest, scene.sizeName, design, scene.placement)
  const mesh = designMesh(scene.plate, box, scene.shot.frame, SIDE)
  return encodePsd(takeApart(scene, design, SIDE), { design: request.design, width, height, mesh }, 'studio')
}

/** Null when it cannot be, or when it would be another picture than the one that the seller knows. */
async function composeAnew(
  studio: Studio,
  { request, picture }: Finished,
  { width, height, crop: wanted }: ExportOptions,
): Promise<Exported | null> {
  const isOnWhite = wanted === 'white'
  const isCutOut = wanted === 'cutout'
  const background = isOnWhite ? WHITE : request.background
  const prepared = await prepareComposition(studio, { ...request, background, ...shotOf(studio, request) })
  if (!prepared.ok) return null
  const { shot } = prepared.composition
  const isAlone = isOnWhite || isCutOut
  const plate = isAlone ? withoutHook(prepared.composition.plate) : prepared.composition.plate
  const small = isOnWhite ? null : compose({ ...prepared.composition, size: COMPARED.from })
  if (small && wanted === 'whole' && !(await isSame(small, picture))) return null
  const box = productBox(plate.map)
  const framed = boxOfFrame(shot.frame)
  const print = small ? printBox(small, framed) : framed
  const shown = wanted === 'close' ? cropNear(print, framed) : framed
  const isWorn = prepared.composition.backdrop?.manifest.isPeopled
  const surroundings = { print: isWorn ? print : undefined, arePhotographed: !isPlainBackdrop(background) }
  const crop = isAlone
    ? cropAround(box, plate.manifest.hook !== undefined)
    : cropTo(width / height, shown, box, surroundings)
  const size = Math.max(width, height)
  const scale = Math.max(crop.right - crop.left, crop.bottom - crop.top)
  const frame = { name: 'crop', x: (crop.left + crop.right) / 2, y: (crop.top + crop.bottom) / 2, scale }
  const square = compose({ ...prepared.composition, plate, shot: { ...shot, frame }, size, isCutOut })
  if (isOnWhite) fadeOut(square, crop, box)
  const finished = square.alpha ? withAlpha(square, square.alpha) : square
  return rawOf(openPicture(finished).extract({ left: (size - width) >> 1, top: (size - height) >> 1, width, height }))
}

/** Shadows that run out of a picture on white end before its border, on each side where the product leaves room. */
function fadeOut({ width, height, data }: Picture, crop: Box, product: Box): void {
  const scale = width / (crop.right - crop.left)
  const rooms = [
    product.left - crop.left,
    crop.right - product.right,
    product.top - crop.top,
    crop.bottom - product.bottom,
  ].map((share) => share * scale - 2)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const kept = [x, width - 1 - x, y, height - 1 - y].reduce(
        (least, distance, side) => Math.min(least, rooms[side]! < 1 ? 1 : distance / rooms[side]!),
        1,
      )
      const share = kept * kept * (3 - 2 * kept)
      for (let c = 0; c < 3; c++, at++) data[at] = 255 - Math.floor((255 - data[at]!) * share)
    }
}

/** The shot of an order in its own scene: on white it is the same one. */
function shotOf(studio: Studio, request: MockupRequest): { shot?: Shot } {
  const shot = request.shot ?? chooseShot(studio.plates, request, request.ordinal)
  return shot ? { shot } : {}
}

async function isSame(own: Picture, stored: Uint8Array): Promise<boolean> {
  const [one, other] = await Promise.all([
    rawOf(openPicture(own).resize(COMPARED.side, COMPARED.side)),
    decodePicture(stored, COMPARED.side),
  ])
  const sum = one.data.reduce((total, value, at) => total + Math.abs(value - other.data[at]!), 0)
  return sum / one.data.length <= COMPARED.difference
}

/** Where a picture of this order shows the product, in shares of the picture; all of it where nobody knows. */
async function framedProduct(studio: Studio, request: MockupRequest): Promise<Box> {
  const { shot } = shotOf(studio, request)
  if (!shot) return WHOLE
  const { map }: Plate = await studio.loadPlate(shot.product, shot.geometry)
  const [box, frame] = [productBox(map), boxOfFrame(shot.frame)]
  const share = (at: number, start: number) => Math.min(1, Math.max(0, (at - start) / shot.frame.scale))
  return {
    left: share(box.left, frame.left),
    right: share(box.right, frame.left),
    top: share(box.top, frame.top),
    bottom: share(box.bottom, frame.top),
  }
}

/** A crop of a square picture at another size; what lies beyond its sides is mirrored. */
async function cut(bytes: Uint8Array, crop: Box, width: number, height: number): Promise<Picture> {
  const whole = await decodePicture(bytes, SIDE)
  const beyond = (share: number) => Math.max(0, Math.ceil(share * SIDE))
  const sides = {
    left: beyond(-crop.left),
    top: beyond(-crop.top),
    right: beyond(crop.right - 1),
    bottom: beyond(crop.bottom - 1),
  }
  const wide = await rawOf(openPicture(whole).extend({ ...sides, extendWith: 'mirror' }))
  const area = {
    left: Math.round(crop.left * SIDE) + sides.left,
    top: Math.round(crop.top * SIDE) + sides.top,
    width: Math.min(wide.width, Math.round((crop.right - crop.left) * SIDE)),
    height: Math.min(wide.height, Math.round((crop.bottom - crop.top) * SIDE)),
  }
  return rawOf(openPicture(wide).extract(area).resize(width, height, { fit: 'cover', kernel: 'lanczos3' }))
}

/** A picture of red, green and blue, or with how much of each pixel there is as a fourth channel, not multiplied in. */
type Exported = Picture & { channels?: 3 | 4 }

/** Where there is nothing of the product, nothing is kept of what stood behind it. */
function withAlpha({ width, height, data }: Picture, alpha: Uint8Array): Exported {
  const out = new Uint8Array(width * height * 4)
  alpha.forEach((share, at) => {
    if (share > 0) out.set([data[3 * at]!, data[3 * at + 1]!, data[3 * at + 2]!, share], 4 * at)
  })
  return { width, height, channels: 4, data: out }
}

const openPicture = ({ width, height, data, channels = 3 }: Exported) =>
  sharp(data, { raw: { width, height, channels } })

async function rawOf(image: Sharp): Promise<Exported> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3, data: new Uint8Array(data) }
}

/** sRGB, and tagged so; marked with where it comes from, where that is known. */
async function encodeAs(
  picture: Exported,
  format: Exclude<ExportOptions['format'], 'psd'>,
  origin: Origin | null,
): Promise<Uint8Array> {
  if (format === 'jpeg') return encodeJpeg(picture, origin)
  const tagged = openPicture(picture).withIccProfile('srgb')
  const image = origin ? tagged.withXmp(xmpOf(origin)) : tagged
  return new Uint8Array(
    await (
      format === 'png' ? image.png({ compressionLevel: 6 }) : image.webp({ quality: 92, smartSubsample: true })
    ).toBuffer(),
  )
}
