import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Context } from '@printroom/core/context'
import { SHOT } from './access-table.ts'

/** A scene that is ready, whose files hold nothing and whose plate serves nothing. @returns its id */
export async function stubScene({ db, storage }: Context, userId: string): Promise<string> {
  const name = randomUUID()
  const previewKeys = ['map', 'light', 'shadow', 'backdrop'].map((part) => `p-${name}-${part}.webp`)
  const keys = { fileKey: `s-${name}.zip`, thumbnailKey: `st-${name}.webp` }
  const mendKeys = ['kept.zip', 'picture.webp', 'found.png', 'printable.png'].map((part) => `m-${name}-${part}`)
  for (const key of [...Object.values(keys), ...previewKeys, ...mendKeys])
    await storage.put(key, Buffer.from('bytes'), 'image/webp')
  const manifests = { plate: { product: SHOT.product, serves: [] }, backdrop: {} }
  const report = {
    map: { median: 0.1, p95: 1, most: 2 },
    area: { printable: 1, folded: 0, uncertain: 0 },
    markers: { found: 9, of: 9 },
    plate: { size: 2048, pixelsPerInch: 100 },
    step: 0,
    clipped: 0,
    recolours: false,
    warnings: [],
  }
  const { id } = await db.scene.create({
    data: { userId, name, product: SHOT.product, status: 'ready', ...keys, previewKeys, mendKeys, manifests, report },
  })
  return id
}

/** Another scene of the same owner and with the same plate, in files of its own. @returns its id */
export async function copyScene({ db, storage }: Context, id: string, name: string): Promise<string> {
  const scene = await db.scene.findUniqueOrThrow({ where: { id } })
  const copy = async (key: string) => {
    const other = `${randomUUID()}${path.extname(key)}`
    await storage.put(other, await storage.get(key), 'application/octet-stream')
    return other
  }
  const copies = (keys: string[]) => Promise.all(keys.map(copy))
  const { userId, product, side, status, report, manifests, bytes } = scene
  const made = await db.scene.create({
    data: {
      userId,
      name,
      product,
      side,
      status,
      bytes,
      report: report as object,
      manifests: manifests as object,
      fileKey: await copy(scene.fileKey!),
      thumbnailKey: await copy(scene.thumbnailKey!),
      previewKeys: await copies(scene.previewKeys),
      mendKeys: await copies(scene.mendKeys),
    },
  })
  return made.id
}
