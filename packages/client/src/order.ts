import type {
  KnownBackground,
  KnownBaseModel,
  KnownGender,
  KnownProduct,
  KnownSide,
  KnownSize,
  KnownStyle,
} from './wire.ts'

/** One of the words that this package knows, or one that only the server knows: `catalogue()` has all of them. */
type Word<Known extends string> = Known | (string & {})

/** What a mockup shows, in the words of the catalogue. */
export type Choices = {
  design_id: string
  product: Word<KnownProduct>
  /** The maker's garment; products that have none need none. */
  product_model?: Word<KnownBaseModel> | null
  colour: string
  model_style: Word<KnownStyle>
  background: Word<KnownBackground>
  /** Where the picture shows a person. */
  model_gender?: Word<KnownGender> | null
  /** The print's size, `medium` unless told. */
  design_size?: Word<KnownSize>
  /** The side that is printed and shown, the front unless told: `catalogue()` says with what others can be had. */
  side?: Word<KnownSide> | null
  /**
   * Where the print sits, in inches of the side's print area: its middle from the left upper corner, its width, and degrees
   * clockwise. Otherwise its size says it.
   */
  placement?: { x: number; y: number; width: number; rotation?: number } | null
}

/** An order of one mockup, for one credit. */
export type Order = Choices & {
  /** Makes the same picture of a mockup in another colour. */
  original_mockup_id?: string
  is_color_change?: boolean
  /** The same key with the same order answers the first one's picture and costs nothing. Made up where none is given. */
  idempotency_key?: string
}

/** An order of one mockup on a scene, for one credit; its white garment unless a colour is named. */
export type SceneOrder = Pick<Order, 'design_id' | 'design_size' | 'placement' | 'idempotency_key'> & {
  scene_id: string
  /** Others than white where the scene's report says `recolours`. */
  colour?: string
}

/** A key that nobody else has: 128 random bits. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
