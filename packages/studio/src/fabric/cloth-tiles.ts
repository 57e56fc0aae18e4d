import { creases } from './creases.ts'
import { type Field, slopesOf, standardise } from './field.ts'
import { fibres } from './fibres.ts'
import { FLEECE, JERSEY, knitFace, knitUnevenness } from './knit.ts'
import { type Units, packTile } from './tile.ts'
import { weaveFace, weaveUnevenness } from './weave.ts'

/** Cloths by how they are made. */
export type ClothKind = 'jersey' | 'fleece' | 'canvas'

/**
 * Two tiles that repeat over the flat pattern: texels across and metres a texel. The fine one holds loops or yarns and
 * fibres, its texel a quarter of a wale; the coarse one what is millimetres wide.
 */
export const FINE = { side: 512, texel: 0.00018 } as const
export const COARSE = { side: 512, texel: 0.00072 } as const

/** Of the fine tile: slope along u and v (rise a metre), shade and fibre (deviations). */
export const FINE_UNITS: Units = [1 / 100, 1 / 100, 1 / 28, 1 / 28]
/** Of the coarse tile: slopes of creases and of unevenness along u and v. */
export const COARSE_UNITS: Units = [1 / 250, 1 / 250, 1 / 500, 1 / 500]

const FACES: Record<ClothKind, () => { heights: Field; shade: Field }> = {
  jersey: () => knitFace(JERSEY, FINE.side, FINE.texel),
  fleece: () => knitFace(FLEECE, FINE.side, FINE.texel),
  canvas: () => weaveFace(FINE.side, FINE.texel),
}

const UNEVENNESS: Record<ClothKind, () => Field> = {
  jersey: () => knitUnevenness(JERSEY, COARSE.side),
  fleece: () => knitUnevenness(FLEECE, COARSE.side),
  canvas: () => weaveUnevenness(COARSE.side),
}

/** The same in every cloth. */
let mixture: Field | undefined
let creased: { u: Field; v: Field } | undefined

/** Made once a thread and cloth: 1.4 MB. */
export function fineTile(kind: ClothKind): Int8Array {
  const { heights, shade } = FACES[kind]()
  const { u, v } = slopesOf(heights, FINE.texel)
  mixture ??= standardise(fibres(FINE.side))
  return packTile([u, v, shade, mixture], FINE_UNITS)
}

/** Made once a thread and cloth: 1.4 MB. */
export function coarseTile(kind: ClothKind): Int8Array {
  creased ??= slopesOf(creases(COARSE.side), COARSE.texel)
  const { u, v } = slopesOf(UNEVENNESS[kind](), COARSE.texel)
  return packTile([creased.u, creased.v, u, v], COARSE_UNITS)
}
