import type { RenderSettings } from '@printroom/contract/schemas'
import type { FidelityPath } from '@printroom/contract/wire'
import type { BackdropManifest, PlateManifest } from '@printroom/studio/plate/manifest'
import type { ExportOptions, ExportedFile } from '@printroom/imaging/export'

export type { ExportedFile }

/** What a seller's own scene keeps of its plate beside its files. */
export type SceneManifests = { plate: PlateManifest; backdrop: BackdropManifest }
/** A scene as far as pixels depend on it; `fileKey` is its plate's file in storage. */
export type ScenePlate = SceneManifests & { fileKey: string }

/** What an engine makes a picture from. `plates`: the folder of the plate of a seller's own scene, where it is made on one. `design` is what the design is printed from, a PNG; `ordinal` is the how-many-th picture of these settings. */
export type EngineInput = {
  generationId: string
  settings: RenderSettings
  ordinal: number
  design: Uint8Array
  plates?: string
  provider: ProviderMemory
  original: Original | null
}

/** The picture whose product is to be of another colour: its colour in the catalogue, and how its file is had. */
export type Original = { colour: string; open(): Promise<Uint8Array> }

/** What a generation keeps of the service that makes its picture, over all its attempts. */
export type ProviderMemory = {
  /** The ids under which the service knows its pictures, of this attempt and earlier ones, oldest first. */
  ids: readonly string[]
  /**
   * Keeps one more and what it costs, in millionths of a US dollar, before anything is waited for. False when another attempt
   * has taken the generation over.
   */
  remember(id: string, microUsd: number): Promise<boolean>
}

/** A JPEG and its two thumbnails in WebP, in sRGB, ready to store. `prompt` is what a model was told, where there is one. */
export type EngineOutput = {
  image: Buffer
  thumbnail: Buffer
  card: Buffer
  details: Record<string, unknown>
  prompt?: string
  fidelity?: Fidelity
}

/** How like the uploaded design the print is, in whole percent, and how it came to be. */
export type Fidelity = { score: number; path: FidelityPath }

/** A finished mockup. `isOurs`: the studio composed it, from a design that is still there; else `design` may be empty. */
export type FinishedPicture = Pick<EngineInput, 'settings' | 'ordinal' | 'design' | 'plates'> & {
  picture: Uint8Array
  isOurs: boolean
}

/** An order as far as its pixels depend on it. `design.content` names the design's pixels; its size is in pixels. */
export type PictureOrder = {
  settings: RenderSettings
  ordinal: number
  design: { content: string; width: number; height: number }
  scene?: ScenePlate | null
}

/** What is known of an engine where there is none, as in the HTTP server. */
export type EngineFacts = {
  name: string
  /** Whether it can make this combination at all; asked before a credit is spent. */
  canMake(settings: RenderSettings): boolean
  /** What the pixels to come depend on, as a hash: orders of one identity are one picture. Null where no two are alike. */
  identityOf(order: PictureOrder): Promise<string | null>
}

/** Makes mockups. The studio is one; a hosted model is another. */
export type Engine = EngineFacts & {
  /** @throws Error when the attempt failed and another may succeed; EngineRefusal when none will. */
  make(input: EngineInput, onProgress: (percent: number) => void): Promise<EngineOutput>
  /** A finished picture in the size, shape and file that a shop wants. */
  export(finished: FinishedPicture, format: ExportOptions): Promise<ExportedFile>
  close(): Promise<void>
}

/** Another attempt has taken the generation over: this one leaves quietly. */
export class StaleAttempt extends Error {
  override name = 'StaleAttempt'
}

/** The engine will never make this one; the sentence is for the seller. */
export class EngineRefusal extends Error {
  override name = 'EngineRefusal'
}
