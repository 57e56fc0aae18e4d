import type { Settings } from '@printroom/contract/schemas'

/** What an engine makes a picture from. `seed` is the how-many-th picture of these settings. */
export type EngineInput = { generationId: string; settings: Settings; seed: number; design: Uint8Array }

/** JPEG or WebP bytes in sRGB, ready to store. */
export type EngineOutput = { image: Buffer; thumbnail: Buffer; details: Record<string, unknown> }

/** Makes mockups. The studio is one; a hosted model is another. */
export type Engine = {
  name: string
  /** Whether it can make this combination at all; asked before a credit is spent. */
  canMake(settings: Settings): boolean
  /** @throws Error when the attempt failed and another may succeed; EngineRefusal when none will. */
  make(input: EngineInput, onProgress: (percent: number) => void): Promise<EngineOutput>
  close(): Promise<void>
}

/** The engine will never make this one; the sentence is for the seller. */
export class EngineRefusal extends Error {
  override name = 'EngineRefusal'
}
