import type { Ingestion } from '@printroom/imaging/ingest'

/** Decodes what sellers uploaded, whole, in a process of its own. One file at a time; the others wait. */
export type Decoder = {
  /** Takes an upload in: what is kept of it, or why it is not taken. @throws DecodingOverdue; Error when the process was lost */
  ingest(bytes: Uint8Array): Promise<Ingestion>
  /** What pictures of a stored design are printed from, a PNG; null where that is its own file. @throws the same */
  printCopy(file: Uint8Array): Promise<Uint8Array | null>
  close(): Promise<void>
}

/** The file was not decoded in time, and the process that tried was killed. */
export class DecodingOverdue extends Error {
  override name = 'DecodingOverdue'
}
