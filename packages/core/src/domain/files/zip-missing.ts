import type { Readable } from 'node:stream'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../clock.ts'
import { StorageMissing } from './storage.ts'
import type { ZipEntry } from './zip-stream.ts'

/** A file of a zip that cannot be had spoils itself and not the zip: its name is noted, and it is left out. */
export async function orMissing(
  missing: string[],
  name: string,
  open: () => Promise<Readable>,
): Promise<Readable | null> {
  try {
    return await open()
  } catch (error) {
    const isGone =
      error instanceof StorageMissing ||
      (error instanceof AppError && (error.code === 'not_found' || error.code === 'internal'))
    if (!isGone) throw error
    missing.push(name)
    return null
  }
}

/** At the end of a zip, what is not in it, if anything. */
export function* aboutMissing(clock: Clock, missing: readonly string[]): Generator<ZipEntry> {
  if (missing.length === 0) return
  const text = `These files could not be read and are not in this zip. Please download them again later:\n\n${missing.join('\n')}\n`
  yield { name: 'missing-files.txt', date: clock.now(), open: async () => text }
}
