import type {
  Background,
  BaseModel,
  DesignSize,
  Gender,
  ModelStyle,
  Product,
  Side,
} from '@printroom/contract/catalogue'
import type { Placement } from '@printroom/contract/placement'
import type { Finding } from '@printroom/studio/checks/check-print'
import type { Lattice } from '@printroom/studio/geometry/lattice-map'
import type { ProductColour } from '@printroom/studio/plate/plate'
import type { ShotRequest } from '@printroom/studio/plate/shot'
import type { SmallStudio } from '@printroom/studio/plate/small-studio'

/** What the preview is to show. What is not chosen yet is null: the first that there is a plate for is taken. */
export type PreviewRequest = {
  /** Address of the design in small: PNG or WebP of at most some 512 pixels. Null for the product alone. */
  design: string | null
  product: Product
  baseModel: BaseModel | null
  style: ModelStyle | null
  background: Background | null
  gender: Gender | null
  side: Side
  colour: ProductColour
  size: DesignSize
  /** Where its seller has put the design; otherwise its size says it. */
  placement: Placement | null
  /** A scene of the seller's own, whose files are addresses: its one plate and backdrop instead of ours, whatever style is named. */
  own?: SmallStudio
}

/** A request and its answer bear the same number, so that each page hears only of its own. */
export type Numbered<T> = T & { number: number }

/** A picture that is to be looked through before it is made; the design's file is so many pixels large. */
export type CheckRequest = PreviewRequest & { file: { width: number; height: number } }

/**
 * What the worker is told: a picture that is asked for, pictures that one of will be, or one to check. With `looksAhead` it
 * fetches what the next choice may need.
 */
export type PreviewOrder =
  | Numbered<PreviewRequest & { looksAhead: boolean }>
  | { ahead: readonly PreviewRequest[] }
  | Numbered<{ check: CheckRequest }>

/** How a picture was taken: what was chosen, and what was taken for the rest. */
export type Scene = { style: ModelStyle; background: Background }

/** A picture's scene, the seller's own too, and where its print area is seen in it. */
export type Taken = { scene: Pick<ShotRequest, 'style' | 'background'>; lattice: Lattice }

export type PreviewAnswer =
  | ({ state: 'drawn'; bitmap: ImageBitmap } & Taken)
  | { state: 'no-plate' }
  | { state: 'failed'; reason: string }

/** What was found, gravest first. Nothing comes of a check that was overtaken by another, or that failed. */
export type CheckAnswer = { findings: readonly Finding[] }
