import { randomUUID } from 'node:crypto'
import { mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** What an agent asked for and does not get: the reason, and what to do instead. */
export class Refused extends Error {
  override name = 'Refused'
  readonly next: string
  constructor(sentence: string, next: string) {
    super(sentence)
    this.next = next
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MAX_BYTES = 10 * 1024 * 1024

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/**
 * Reads a PNG of a folder. What lies elsewhere, links that lead out of it included, is not read, and of what is no PNG no
 * more than its first bytes: an agent that was talked into it could otherwise send any file away.
 * @throws Refused
 */
export async function readDesign(folder: string, path: string): Promise<{ bytes: Buffer; filename: string }> {
  const [root, real] = await Promise.all([realpath(folder), realpath(resolve(folder, path)).catch(() => null)])
  if (real !== null && !isWithin(root, real))
    throw new Refused(`${path} is not in ${folder}.`, `Put the design into ${folder}, or ask for another --designs.`)
  const isFile = real !== null && (await stat(real)).isFile()
  if (!isFile) throw new Refused(`There is no file ${path}.`, `Name a PNG that lies in ${folder}.`)
  const file = await open(real)
  try {
    const { size } = await file.stat()
    if (size > MAX_BYTES) throw new Refused(`${path} has more than 10 MB.`, 'Export it smaller.')
    const head = await file.read(Buffer.alloc(PNG.length), 0, PNG.length, 0)
    if (!head.buffer.equals(PNG)) throw new Refused(`${path} is no PNG.`, 'Export the design as PNG.')
    return { bytes: await file.readFile(), filename: basename(real) }
  } finally {
    await file.close()
  }
}

/**
 * Writes a file into a folder, and never outside of it, whatever its name says; what is there under the name is replaced when
 * the new one is whole. @returns the path. @throws Refused
 */
export async function saveInto(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const target = resolve(folder, name)
  const refused = new Refused(`${name} would lie outside of ${folder}.`, 'Use another name.')
  if (!isWithin(resolve(folder), target) || target === resolve(folder)) throw refused
  await mkdir(dirname(target), { recursive: true })
  // A link in the folder may lead out of it.
  const [root, parent] = await Promise.all([realpath(folder), realpath(dirname(target))])
  if (!isWithin(root, parent)) throw refused
  const part = join(parent, `.${randomUUID()}.part`)
  try {
    await writeFile(part, bytes, { flag: 'wx' })
    await rename(part, join(parent, basename(target)))
  } finally {
    await rm(part, { force: true })
  }
  return target
}
