import type { Settings } from '@printroom/contract/schemas'

/** What an engine makes a picture from. `seed` is the how-many-th picture of these settings. */
export type EngineInput = { generationId: string; settings: Settings; seed: number; design: Uint8Array; provider: ProviderMemory }

/** What a generation keeps of the service that makes its picture, over all its attempts. */
export type ProviderMemory = {
  /** The id under which the service knows it, of this attempt or an earlier one. */
  id: string | null
  /** Keeps an id, before anything is waited for. False when another attempt has taken the generation over. */
  remember(id: string): Promise<boolean>
}

/** JPEG and WebP bytes in sRGB, ready to store. `prompt` is what a model was told, where there is one. */
export type EngineOutput = { image: Buffer; thumbnail: Buffer; details: Record<string, unknown>; prompt?: string }

/** Makes mockups. The studio is one; a hosted model is another. */
export type Engine = {
  name: string
  /** Whether it can make this combination at all; asked before a credit is spent. */
  canMake(settings: Settings): boolean
  /** @throws Error when the attempt failed and another may succeed; EngineRefusal when none will. */
  make(input: EngineInput, onProgress: (percent: number) => void): Promise<EngineOutput>
  close(): Promise<void>
}

/** Another attempt has taken the generation over: this one leaves quietly. */
export class Overtaken extends Error {
  override name = 'Overtaken'
}

/** The engine will never make this one; the sentence is for the seller. */
export class EngineRefusal extends Error {
  override name = 'EngineRefusal'
}
