import type { Readable } from 'node:stream'

/** Where files live. Keys are random and say nothing of their owner; who may read one is decided before it is asked for. */
export type Storage = {
  /** Stores bytes whole: a reader sees all of them or nothing. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** A file's bytes. @throws StorageMissing */
  get(key: string): Promise<Buffer>
  /** A file as a stream with its size in bytes. @throws StorageMissing */
  open(key: string): Promise<{ stream: Readable; size: number }>
  /** A file's size in bytes, or null when there is none. */
  sizeOf(key: string): Promise<number | null>
  /** Forgets a file; one that is not there is no error. */
  delete(key: string): Promise<void>
}

export class StorageMissing extends Error {
  constructor(key: string) {
    super(`no file is stored under ${key}`)
    this.name = 'StorageMissing'
  }
}

/** For `catch`: null in place of a file that is not there, and any other fault as it is. */
export function missingAsNull(error: unknown): null {
  if (error instanceof StorageMissing) return null
  throw error
}
