/*
 * A Photoshop document by its header and its image resources (Adobe Photoshop File Formats Specification), which say what can
 * be read of it before anything is decoded.
 */

const MOST_PIXELS = 40_000_000
const SMALLEST_SIDE = 600
const HEADER_BYTES = 26
const ICC_PROFILE = 1039
const RGB = 3

/** By its first four bytes. */
export const isPsd = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(0, 4)) === '8BPS'

/** Why a document makes no scene, for programs and for its seller: what to do. */
export const PSD_REFUSAL = {
  psb: 'This is a PSB (Large Document Format). Save it as a PSD.',
  'not-rgb': 'This PSD is not in RGB. Choose Image, Mode, RGB Color, and save it again.',
  'not-8-bit': 'This PSD has more than 8 bits a channel. Choose Image, Mode, 8 Bits/Channel, and save it again.',
  'too-many-pixels': 'This PSD has more than 40 megapixels. Choose Image, Image Size, and save it smaller.',
  'too-small': 'This PSD has less than 600 pixels along a side. Use the original, not a preview.',
  unreadable: 'This Photoshop file cannot be read: it is damaged or cut short. Save it again.',
  'layers-too-large':
    'The layers of this PSD are far larger than its picture. Crop it (Image, Reveal All undone; Select All, Image, Crop), and save it again.',
  'too-many-layers': 'This PSD has more than 500 layers. Merge those that do not change, and save it again.',
  'no-smart-object':
    'This PSD has no visible smart object, so that nothing says where a design lies. Use a mockup whose design is a smart object.',
  outside: 'The smart object of this PSD lies outside its picture, or is hidden behind other layers.',
  mirrored: 'The smart object of this PSD is mirrored. Flip it back, and save it again.',
  coloured:
    'The garment under the smart object is dark or colored, and no color layer says where it is. Use the PSD with its white garment, or one whose color is a Solid Color layer.',
} as const
export type PsdRefusal = keyof typeof PSD_REFUSAL

export type PsdHeader = {
  width: number
  height: number
  /** Where layers begin, with their length. */
  layersAt: number
  /** Its colour profile: the whole resource, and the profile within. */
  profile: { start: number; end: number; body: number; to: number } | null
}

/** What the header says, or why the document cannot be read. @throws RangeError where it is cut short */
export function readPsdHeader(bytes: Uint8Array): PsdHeader | PsdRefusal {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint16(4) === 2) return 'psb'
  const [height, width] = [view.getUint32(14), view.getUint32(18)]
  if (view.getUint16(24) !== RGB) return 'not-rgb'
  if (view.getUint16(22) !== 8) return 'not-8-bit'
  if (width * height > MOST_PIXELS) return 'too-many-pixels'
  if (Math.min(width, height) < SMALLEST_SIDE) return 'too-small'
  const resourcesAt = HEADER_BYTES + 4 + view.getUint32(HEADER_BYTES)
  const layersAt = resourcesAt + 4 + view.getUint32(resourcesAt)
  if (layersAt + 4 + view.getUint32(layersAt) > bytes.length) throw new RangeError('the layers are cut short')
  return { width, height, layersAt, profile: profileIn(view, resourcesAt + 4, layersAt) }
}

function profileIn(view: DataView, from: number, to: number): PsdHeader['profile'] {
  for (let start = from; start + 12 <= to;) {
    const name = start + 6
    const size = name + 1 + view.getUint8(name) + ((view.getUint8(name) + 1) % 2)
    const body = size + 4
    const length = view.getUint32(size)
    const end = body + length + (length % 2)
    if (end > to) throw new RangeError('a resource is cut short')
    if (view.getUint16(start + 4) === ICC_PROFILE) return { start, end, body, to: body + length }
    start = end
  }
  return null
}
