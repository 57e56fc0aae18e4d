import type { Background, BaseModel, DesignSize, Gender, ModelStyle, Product } from '@printroom/contract/catalogue'
import type { ProductColour } from '@printroom/studio/plate'

/** What the preview is to show. What is not chosen yet is null: the first that there is a plate for is taken. */
export type PreviewRequest = {
  /** Address of the design in small: PNG or WebP of at most some 512 pixels. Null for the product alone. */
  design: string | null
  product: Product
  baseModel: BaseModel | null
  style: ModelStyle | null
  background: Background | null
  gender: Gender | null
  colour: ProductColour
  size: DesignSize
}

/** How a picture was taken: what was chosen, and what was taken for the rest. */
export type Scene = { style: ModelStyle; background: Background }

export type PreviewAnswer = { state: 'drawn'; bitmap: ImageBitmap; scene: Scene } | { state: 'no-plate' } | { state: 'failed'; reason: string }
