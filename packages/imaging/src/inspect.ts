export type PngFacts = {
  width: number
  height: number
  bitDepth: 1 | 2 | 4 | 8 | 16
  hasAlpha: boolean
}

/** Why a file is not taken. The caller gives each its status and sentence. */
export type PngRefusal =
  | { reason: 'not-png' }
  | { reason: 'too-large'; limit: 'bytes' | 'pixels' | 'side' }
  | { reason: 'animated' }
  | { reason: 'unreadable'; detail: string }

export type PngInspection = ({ ok: true } & PngFacts) | ({ ok: false } & PngRefusal)

export const PNG_LIMITS = { bytes: 10 * 1024 * 1024, pixels: 50_000_000, side: 12_000 } as const

/** Judges a file by its content, decoding all of it. */
export async function inspectPng(bytes: Uint8Array): Promise<PngInspection> {
  throw new Error(`not written yet: ${bytes.length}`)
}
