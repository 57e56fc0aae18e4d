import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/**
 * A file of a backup: the hash of its bytes, or null for one that was gone when its turn came, because its owner had
 * deleted it after the moment that the database's copy is of.
 */
export type ListedFile = { key: string; type: string; sha256: string | null }

const listPath = (folder: string) => join(folder, 'files.jsonl.gz')

/**
 * Writes a backup's list of files into its folder, compressed, and waits until the disk has it. @throws Error when it
 * cannot be written
 */
export async function writeFileList(folder: string, files: Iterable<ListedFile>): Promise<void> {
  function* lines() {
    for (const file of files) yield `${JSON.stringify(file)}\n`
  }
  await pipeline(lines, createGzip(), createWriteStream(listPath(folder), { mode: 0o600, flush: true }))
}

/** @throws Error when there is none, or it is cut short */
export async function readFileList(folder: string): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  await pipeline(createReadStream(listPath(folder)), createGunzip(), async (text) => {
    for await (const line of createInterface({ input: text as unknown as NodeJS.ReadableStream }))
      files.push(JSON.parse(line) as ListedFile)
  })
  return files
}
