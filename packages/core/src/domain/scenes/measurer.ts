import type { SceneStage } from '@printroom/contract/scenes'
import type { SceneManifests } from '../generation/engine.ts'

/** What was measured of a photograph: the plate's files by their paths within its folder, and what is made of them. */
export type Measured = {
  ok: true
  files: { path: string; bytes: Uint8Array }[]
  manifests: SceneManifests
  report: object
  /** The blank garment: WebP, of 512 and of 352 pixels. */
  thumbnail: Uint8Array
  card: Uint8Array
  /** What the live preview draws with, in the order of `PREVIEW_PARTS`. */
  preview: Uint8Array[]
}
export type Unmeasured = { ok: false; refusal: { code: string; sentence: string } }

export type Photo = { bytes: Uint8Array; product: string; side: string }

/** Measures photographs of the calibration print, each in a process of its own. One at a time; the others wait. */
export type Measurer = {
  /**
   * A plate of a photograph, or why there is none.
   * @throws MeasuringOverdue when it took too long or too much memory; Error when the process was lost
   */
  measure(photo: Photo, onStage: (stage: SceneStage) => void): Promise<Measured | Unmeasured>
  close(): Promise<void>
}

/** The photograph was not measured within the limits of time and memory, and the process that tried was killed. */
export class MeasuringOverdue extends Error {
  override name = 'MeasuringOverdue'
}
