import { randomBytes } from 'node:crypto'
import type { WorkerContext } from '../../context.ts'
import { storeOwned } from '../files/owned-files.ts'
import type { Printable } from './printable.ts'

/** A design whose sides are no longer is printed from its own file. */
const PRINT_SIDE = 4096

/** Copies that are being made in this process, so that eight pictures of a design wait for one. */
const making = new Map<string, Promise<Buffer>>()

/**
 * The PNG that pictures of a design are printed from: small enough to be read in a tenth of a second. One that was taken
 * in before there were such copies gets its own here.
 * @throws StorageMissing
 */
export async function readPrintCopy(context: WorkerContext, design: Printable): Promise<Buffer> {
  if (design.printKey) return context.storage.get(design.printKey)
  if (Math.max(design.width, design.height) <= PRINT_SIDE) return context.storage.get(design.fileKey)
  const known = making.get(design.id) ?? makePrintCopy(context, design).finally(() => making.delete(design.id))
  making.set(design.id, known)
  return known
}

async function makePrintCopy(context: WorkerContext, { id, fileKey }: Printable): Promise<Buffer> {
  const { storage, decoder } = context
  const file = await storage.get(fileKey)
  const copy = await decoder.printCopy(file)
  if (!copy) return file
  const printKey = `design-print-${randomBytes(16).toString('hex')}.png`
  // Another process may have been quicker, and the design may be gone: then this one is not kept.
  await storeOwned(context, [{ key: printKey, bytes: copy, contentType: 'image/png' }], async (tx) => {
    const { count } = await tx.design.updateMany({ where: { id, printKey: null }, data: { printKey } })
    return count > 0 ? printKey : null
  })
  return Buffer.from(copy)
}
