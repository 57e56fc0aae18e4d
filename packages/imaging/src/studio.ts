import type { GroundManifest, PlateManifest } from '@printroom/studio/manifest'
import type { Ground, Plate } from '@printroom/studio/plate'

/** The plates of a folder: manifests read at the start, pictures when they are first wanted. */
export type Studio = {
  plates: readonly PlateManifest[]
  grounds: readonly GroundManifest[]
  loadPlate(product: string, geometry: string): Promise<Plate>
  loadGround(rig: string, background: string): Promise<Ground>
}

export type StudioOptions = {
  /** Decoded plates and grounds kept in memory, in bytes; the least recently used go first. Default 256 MiB. */
  cacheBytes?: number
}

/** Reads every manifest under `platesDir` (some milliseconds) and loads no picture yet. */
export async function openStudio(platesDir: string, options: StudioOptions = {}): Promise<Studio> {
  throw new Error(`not written yet: ${platesDir} ${options.cacheBytes}`)
}
