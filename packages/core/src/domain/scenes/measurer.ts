import type { SceneStage } from '@printroom/contract/scenes'
import type { SceneManifests } from '../generation/engine.ts'

type File = { path: string; bytes: Uint8Array }

/** A scene's plate: its files by their paths within its folder, and what is made of them. */
export type Plated = {
  files: File[]
  manifests: SceneManifests
  /** The blank garment: WebP, of 512 and of 352 pixels. */
  thumbnail: Uint8Array
  card: Uint8Array
  /** What the live preview draws with, in the order of `PREVIEW_PARTS`. */
  preview: Uint8Array[]
}

/** What was measured of a photograph: its plate, what that is made of again, and what a mask is mended on, in the order of `MASK_PARTS`. */
export type Measured = Plated & { ok: true; report: object; kept: File[]; mask: Uint8Array[] }
export type Unmeasured = { ok: false; refusal: { code: string; sentence: string } }

export type Photo = { bytes: Uint8Array; product: string; side: string }
/** `kept` is what was kept of the measurement, as a zip, `mask` a PNG of the plate's own square. */
export type Mending = { kept: Uint8Array; mask: Uint8Array; product: string; side: string }

/** Measures photographs of the calibration print, and makes their plates anew, each in a process of its own. One at a time; the others wait. */
export type Measurer = {
  /**
   * A plate of a photograph, or why there is none.
   * @throws MeasuringOverdue when it took too long or too much memory; Error when the process was lost
   */
  measure(photo: Photo, onStage: (stage: SceneStage) => void): Promise<Measured | Unmeasured>
  /** The plate of a scene with another mask. @throws as `measure` */
  mend(mending: Mending): Promise<Plated>
  close(): Promise<void>
}

/** The photograph was not measured within the limits of time and memory, and the process that tried was killed. */
export class MeasuringOverdue extends Error {
  override name = 'MeasuringOverdue'
}
