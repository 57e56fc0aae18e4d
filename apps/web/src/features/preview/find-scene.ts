import { GENDERS, backgroundsFor, baseModelsFor, stylesFor } from '@printroom/contract/catalogue'
import { isPlainBackdrop } from '@printroom/studio/backdrop/plain-backdrop'
import { isServedBy, type ShotRequest } from '@printroom/studio/plate/shot'
import type { SmallStudio } from '@printroom/studio/plate/small-studio'
import type { PreviewRequest, Scene } from '~/features/preview/messages.ts'

/** What a picture shows: everything that was chosen, and something for what was not. */
export type Found = ShotRequest & Scene & Pick<PreviewRequest, 'product' | 'baseModel' | 'gender' | 'side'>

/** The first combination of what is chosen and, where nothing is, of what can be, that there are plates for; or null. */
export function findScene(
  studio: SmallStudio,
  wanted: Omit<PreviewRequest, 'design' | 'colour' | 'size' | 'placement'>,
): Found | null {
  const { product, side } = wanted
  const baseModels = baseModelsFor(product)
  for (const style of wanted.style ? [wanted.style] : stylesFor(product))
    for (const background of wanted.background ? [wanted.background] : backgroundsFor(product, style))
      for (const baseModel of wanted.baseModel || baseModels.length === 0 ? [wanted.baseModel] : baseModels)
        for (const gender of wanted.gender ? [wanted.gender] : GENDERS) {
          const request = { product, style, background, baseModel, gender, side }
          if (isPhotographed(studio, request)) return request
        }
  return null
}

/** As the server sees it: every plate that serves the request has its backdrop too. */
function isPhotographed({ plates, backdrops }: SmallStudio, request: ShotRequest): boolean {
  const serving = plates.filter(({ manifest }) => isServedBy(manifest, request))
  const hasBackdrop = (rig: string) =>
    isPlainBackdrop(request.background) ||
    backdrops.some(({ manifest }) => manifest.rig === rig && manifest.background === request.background)
  return serving.length > 0 && serving.every(({ manifest }) => hasBackdrop(manifest.rig))
}
