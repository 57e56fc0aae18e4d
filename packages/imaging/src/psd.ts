import { type Layer, writePsdUint8Array } from 'ag-psd'
import type { Picture } from '@printroom/studio/plate/plate'
import sharp from 'sharp'
import { MESH_POINTS } from './design-mesh.ts'
import { type Origin, xmpOf } from './origin.ts'
import type { LayerPart, PrintLayers } from './print-layers.ts'

/** Adobe Photoshop File Formats Specification: the file's header and, in its image resources, the colour profile's number. */
const HEADER_BYTES = 26
const ICC_PROFILE = 1039

/**
 * The layers as a file of an image editor, in sRGB and tagged so: the blank product, and upon it the print with light and
 * shine clipped to it. The print is a smart object that holds the design itself: another one in its place is warped as it is, and
 * its mask leaves nothing of a patch to be seen beside the cloth that a print reaches. Packed as all editors read it (PackBits), which makes a grained picture little smaller.
 * @returns a PSD of 20 to 40 MB at 2048 × 2048
 */
export async function encodePsd(
  { picture, blank, print, covered, light, shine }: PrintLayers,
  smart: SmartPrint,
  origin: Origin,
): Promise<Uint8Array> {
  const { width, height } = picture
  const clipped = { clipping: true } as const
  const file = writePsdUint8Array({
    width,
    height,
    imageData: opaque(picture),
    imageResources: { xmpMetadata: xmpOf(origin) },
    linkedFiles: [{ id: FILE, name: 'design.png', type: 'png ', data: smart.design }],
    // From the bottom up.
    children: [
      { name: 'Blank product', left: 0, top: 0, imageData: opaque(blank) },
      { name: 'Print', ...placed(print), mask: maskOf(covered), placedLayer: smartLayer(smart) },
      { name: 'Light on the print', blendMode: 'multiply', ...clipped, ...placed(light) },
      { name: 'Shine on the print', blendMode: 'screen', ...clipped, ...placed(shine) },
    ],
  })
  return withProfile(file, await srgbProfile())
}

/** The design's PNG, its size in pixels, and the mesh by which it lies in the picture. */
export type SmartPrint = { design: Uint8Array; width: number; height: number; mesh: readonly [number, number][] }

/** Of the file within, and of its one place. */
const [FILE, PLACE] = ['5b0c3d4a-6c36-4c0e-9d0f-6f3a2f1d7c01', '5b0c3d4a-6c36-4c0e-9d0f-6f3a2f1d7c02']

/** The rectangle around the mesh's points is laid upon the same rectangle of the picture, so that each point lies where it is. */
function smartLayer({ width, height, mesh }: SmartPrint): NonNullable<Layer['placedLayer']> {
  const [xs, ys] = [mesh.map(([x]) => x), mesh.map(([, y]) => y)]
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const [across, down] = [width / (right - left), height / (bottom - top)]
  const pixels = (value: number) => ({ units: 'Pixels' as const, value })
  const slices = (whole: number) =>
    Array.from({ length: (MESH_POINTS - 1) / 3 + 1 }, (_, at) => (3 * at * whole) / (MESH_POINTS - 1))
  return {
    id: FILE,
    placed: PLACE,
    type: 'raster',
    pageNumber: 1,
    totalPages: 1,
    frameStep: { numerator: 0, denominator: 600 },
    duration: { numerator: 0, denominator: 600 },
    frameCount: 1,
    width,
    height,
    resolution: { units: 'Density', value: 72 },
    transform: [left, top, right, top, right, bottom, left, bottom],
    warp: {
      style: 'custom',
      value: 0,
      perspective: 0,
      perspectiveOther: 0,
      rotate: 'horizontal',
      bounds: { top: pixels(0), left: pixels(0), bottom: pixels(height), right: pixels(width) },
      uOrder: 4,
      vOrder: 4,
      deformNumRows: MESH_POINTS,
      deformNumCols: MESH_POINTS,
      customEnvelopeWarp: {
        quiltSliceX: slices(width),
        quiltSliceY: slices(height),
        meshPoints: mesh.map(([x, y]) => ({ x: (x - left) * across, y: (y - top) * down })),
      },
    },
  }
}

const placed = ({ left, top, width, height, data }: LayerPart): Pick<Layer, 'left' | 'top' | 'imageData'> => ({
  left,
  top,
  imageData: { width, height, data },
})

const maskOf = (part: LayerPart): NonNullable<Layer['mask']> => ({
  ...placed(part),
  right: part.left + part.width,
  bottom: part.top + part.height,
  defaultColor: 0,
})

function opaque({ width, height, data }: Picture): NonNullable<Layer['imageData']> {
  const out = new Uint8Array(width * height * 4).fill(255)
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    out[to] = data[from]!
    out[to + 1] = data[from + 1]!
    out[to + 2] = data[from + 2]!
  }
  return { width, height, data: out }
}

/** The profile as the first of the image resources: the library writes all of them but this one. */
function withProfile(psd: Uint8Array, profile: Uint8Array): Uint8Array {
  const bytes = Buffer.from(psd.buffer, psd.byteOffset, psd.byteLength)
  const resourcesAt = HEADER_BYTES + 4 + bytes.readUInt32BE(HEADER_BYTES)
  const head = Buffer.alloc(12)
  head.write('8BIM', 'latin1')
  head.writeUInt16BE(ICC_PROFILE, 4)
  head.writeUInt32BE(profile.length, 8)
  const block = Buffer.concat([head, profile, Buffer.alloc(profile.length % 2)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.readUInt32BE(resourcesAt) + block.length)
  return new Uint8Array(Buffer.concat([bytes.subarray(0, resourcesAt), length, block, bytes.subarray(resourcesAt + 4)]))
}

async function srgbProfile(): Promise<Uint8Array> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
  const { icc } = await sharp(await pixel.png().withIccProfile('srgb').toBuffer()).metadata()
  if (!icc) throw new Error('the encoder tagged no profile')
  return icc
}
