import type { ClothKind } from '../fabric/cloth-tiles.ts'
import type { PlateManifest } from '../plate/manifest.ts'

/** Whether threads, creases and fibres are drawn on a material: a glaze has none, and a photograph has its own. */
export const hasCloth = (material: PlateManifest['material']): material is ClothKind =>
  material !== 'glaze' && material !== 'photographed'
