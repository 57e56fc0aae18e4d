import { createHash } from 'node:crypto'
import type { RenderSettings } from '@printroom/contract/schemas'

/**
 * What an order keeps of what was asked for. `recolours`: the mockup that is to stay as it is but for its colour. `original`:
 * the one that it was ordered from. `title`: what its listing is to be called.
 */
export type GenerationInput = {
  settings: RenderSettings
  debug: boolean
  recolours: string | null
  original?: string | null
  title?: string | null
}

/** What tells orders apart, and counts pictures of the same settings. */
export const hashOfInput = (designId: string, { settings, recolours }: GenerationInput): string =>
  hashOf({ design: designId, settings, recolours })

/** SHA-256 of a value's JSON, hexadecimal. */
export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
