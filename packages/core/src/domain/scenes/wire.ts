import { type SceneReportWire, type SceneStage, type SceneWire, maskSideOf } from '@printroom/contract/scenes'

export type SceneRow = {
  id: string
  userId: string
  name: string
  product: string
  side: string
  status: SceneWire['status']
  stage: string
  progress: number
  refusalCode: string | null
  refusal: string | null
  report: unknown
  mendKeys: string[]
  maskKey: string | null
  nextMaskKey: string | null
  mendFailure: string | null
  revision: number
  bytes: number
  createdAt: Date
}

/** A scene as answers show it: addresses from the root of the server, sizes in bytes. */
export const toSceneWire = (scene: SceneRow): SceneWire => {
  const isReady = scene.status === 'ready'
  return {
    id: scene.id,
    user_id: scene.userId,
    name: scene.name,
    product: scene.product,
    side: scene.side,
    status: scene.status,
    stage: scene.stage as SceneStage,
    progress: scene.progress,
    refusal: scene.refusal === null ? null : { code: scene.refusalCode ?? 'internal', sentence: scene.refusal },
    report: isReady ? toReportWire(scene.report as StoredReport) : null,
    thumbnail_url: isReady ? `/api/scenes/${scene.id}/thumbnail${versionOf(scene)}` : null,
    plate_url: isReady ? `/api/scenes/${scene.id}/plate` : null,
    mask: isReady ? maskOf(scene) : null,
    bytes: scene.bytes,
    created_at: scene.createdAt.toISOString(),
  }
}

/** Its files never change under their address, so that of each plate has its own. */
export const versionOf = ({ revision }: Pick<SceneRow, 'revision'>): string => (revision === 0 ? '' : `?v=${revision}`)

function maskOf(scene: SceneRow): SceneWire['mask'] {
  if (scene.mendKeys.length === 0) return null
  return {
    url: `/api/scenes/${scene.id}/mask${versionOf(scene)}`,
    side: maskSideOf(scene.report as SceneReportWire),
    state: scene.nextMaskKey ? 'mending' : scene.maskKey ? 'mended' : 'found',
    failure: scene.mendFailure,
  }
}

/** Photographs have no `psd`, PSDs no map that could miss, no markers and no black squares; nor had reports at first. */
type StoredReport = Omit<SceneReportWire, 'map' | 'markers' | 'psd' | 'foldMiss'> &
  Partial<Pick<SceneReportWire, 'map' | 'markers' | 'psd' | 'foldMiss'>>

/** What a seller needs of the report: the rest of it is for whoever makes plates. */
const toReportWire = ({
  map,
  area,
  markers,
  psd,
  plate,
  step,
  foldMiss = 0,
  clipped,
  recolours,
  warnings,
}: StoredReport): SceneReportWire => ({
  map: map ? { median: map.median, p95: map.p95, most: map.most } : null,
  area: { printable: area.printable, folded: area.folded, uncertain: area.uncertain },
  markers: markers ? { found: markers.found, of: markers.of } : null,
  psd: psd ? { smartObject: psd.smartObject, colourLayer: psd.colourLayer } : null,
  plate: { size: plate.size, pixelsPerInch: plate.pixelsPerInch },
  step,
  foldMiss,
  clipped,
  recolours,
  warnings,
})
