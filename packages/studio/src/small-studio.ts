import type { GroundManifest, PlateManifest } from './manifest.ts'

/**
 * The plates in small, as the browser's preview loads them: the names of their files. Each picture holds its
 * layers one below the other: of light w and k, of shadow sw and sk, of a ground one, for each light group in turn.
 */
export type SmallStudio = { plates: SmallPlate[]; grounds: SmallGround[] }

export type SmallPlate = { manifest: PlateManifest; map: string; light: string; shadow: string }

export type SmallGround = { manifest: GroundManifest; light: string }
