import { createHash } from 'node:crypto'
import { type Versioned, describePicture } from '@printroom/studio/identity'
import { type Entry, type PlateFolder, versionOf } from '@printroom/studio/plate/plate-folder'
import type { PictureOrder, ScenePlate } from '../../domain/generation/engine.ts'
import { toStudioChoices } from '../../domain/generation/render-settings.ts'

/**
 * The studio's pictures by what is drawn: orders of equal identity (SHA-256, hexadecimal) are the same picture to the byte.
 * Null for what no plate shows. The plates are looked at when the first order comes, some hundred milliseconds, once.
 */
export function createPictureIdentity(folder: PlateFolder): (order: PictureOrder) => Promise<string | null> {
  let opened: ReturnType<typeof versionsOf> | undefined
  return async ({ settings, ordinal, design, scene }) => {
    const choices = toStudioChoices(settings)
    if (!choices) return null
    const { plates, backdrops } = scene ? versionsOfScene(scene) : await (opened ??= versionsOf(folder))
    const description = describePicture(plates, backdrops, {
      ...choices,
      ordinal,
      design,
    })
    return description && createHash('sha256').update(JSON.stringify(description)).digest('hex')
  }
}

/** A scene's file never changes under its key. */
const versionsOfScene = ({ fileKey, plate, backdrop }: ScenePlate) => ({
  plates: [{ manifest: plate, version: fileKey }],
  backdrops: [{ manifest: backdrop, version: fileKey }],
})

async function versionsOf({ plates, backdrops }: PlateFolder) {
  return { plates: await versioned(plates), backdrops: await versioned(backdrops) }
}

const versioned = <Manifest extends object>(entries: readonly Entry<Manifest>[]): Promise<Versioned<Manifest>[]> =>
  Promise.all(entries.map(async (entry) => ({ manifest: entry.manifest, version: await versionOf(entry) })))
