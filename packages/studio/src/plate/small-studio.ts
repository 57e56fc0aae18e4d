import type { BackdropManifest, PlateManifest } from './manifest.ts'

/**
 * The plates in small, as the browser's preview loads them: the names of their files. Each picture holds its layers one
 * below the other, for each light group in turn: the white and the black pass of light, the two of shadow, the one of a
 * backdrop. What a backdrop's key light passes through is the last.
 */
export type SmallStudio = { plates: SmallPlate[]; backdrops: SmallBackdrop[] }

export type SmallPlate = { manifest: PlateManifest; map: string; light: string; shadow: string }

export type SmallBackdrop = { manifest: BackdropManifest; light: string }
