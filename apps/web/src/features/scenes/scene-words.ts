import { facesOf, labelOf, type Product } from '@printroom/contract/catalogue'
import type { SceneReportWire, SceneStage, SceneWire } from '@printroom/contract/scenes'
import { formatNumber } from '~/lib/format.ts'

const STAGES: Record<SceneStage, string> = {
  waiting: 'Waiting its turn',
  markers: 'Finding the markers',
  map: 'Mapping the cloth',
  light: 'Measuring the light',
  plate: 'Making the blank garment',
  saving: 'Saving',
}

export const stageInWords = (stage: SceneStage): string => STAGES[stage]

/** Where a scene stands; nothing of one that is ready. */
export const stateInWords = ({ status, stage }: Pick<SceneWire, 'status' | 'stage'>): string =>
  ({ measuring: stageInWords(stage), ready: '', refused: 'Not usable', failed: 'Failed' })[status]

/** `T-Shirt, Front`; of a product that has one side, the product alone. */
export const productInWords = ({ product, side }: Pick<SceneWire, 'product' | 'side'>): string =>
  facesOf(product as Product).length > 1 ? `${labelOf(product)}, ${labelOf(side)}` : labelOf(product)

const MM_PER_INCH = 25.4
/** From here on the report's own warning stands. The map's is a share of the plate's side: 2 pixels at 2048. */
const UNSURE_SHARE = 2 / 2048
const CLEAR = 0.01
const SURE_STEP = 0.05
const UNSURE_FOLDS = 0.045

const percent = (share: number): string => `${Math.round(100 * share)}%`

type Fact = { name: string; value: string; note: string }

/** What a PSD was read as. */
function factsOfPsd(
  { smartObject, colourLayer }: NonNullable<SceneReportWire['psd']>,
  seen: number,
  size: number,
): Fact[] {
  return [
    {
      name: 'Where the print lies',
      value: smartObject,
      note: 'As the smart object of the PSD says it, its warp included.',
    },
    { name: 'What can be printed', value: percent(seen), note: 'Of the smart object; the rest is masked or hidden.' },
    {
      name: 'Garment color',
      value: colourLayer ?? 'As in the PSD',
      note: colourLayer ? 'This layer takes the colors of the product.' : 'No layer says which part is the garment.',
    },
    { name: 'Pictures', value: `${formatNumber(size)} × ${formatNumber(size)}`, note: 'Pixels, at the most.' },
  ]
}

/** How well a scene was measured, as a seller would ask. */
export function factsOf({ map, area, markers, psd, plate, step, foldMiss, clipped }: SceneReportWire): Fact[] {
  if (psd) return factsOfPsd(psd, area.printable, plate.size)
  if (!map || !markers) return []
  const mm = (pixels: number) => formatNumber(Math.round((pixels / plate.pixelsPerInch) * MM_PER_INCH * 100) / 100)
  const px = (pixels: number) => formatNumber(Math.round(pixels * 10) / 10)
  const isFolded = foldMiss >= UNSURE_FOLDS
  const lost = [area.folded >= 0.005 && `${percent(area.folded)} lies in a fold`]
  return [
    {
      name: 'Where the print lies',
      value: map.p95 <= UNSURE_SHARE * plate.size ? 'Exact' : 'Less sure',
      note: `Off by ${px(map.median)} px (${mm(map.median)} mm) on the cloth as a rule, and by less than ${px(map.p95)} px (${mm(map.p95)} mm) nearly everywhere.`,
    },
    {
      name: 'What can be printed',
      value: percent(area.printable),
      note: ['Of the print area.', ...lost.filter((part) => part !== false).map((part) => `${part}.`)].join(' '),
    },
    {
      name: 'Light',
      value: clipped > CLEAR ? 'Overexposed in part' : isFolded || Math.abs(step) > SURE_STEP ? 'Less sure' : 'Clear',
      note:
        clipped > CLEAR
          ? `${percent(clipped)} of the white is too bright to show shade.`
          : isFolded
            ? 'Some folds or gloss were not found; nothing of the white is lost.'
            : 'Shade and folds are kept; nothing of the white is lost.',
    },
    {
      name: 'Markers',
      value: `${formatNumber(markers.found)} of ${formatNumber(markers.of)}`,
      note: `Pictures of up to ${formatNumber(plate.size)} × ${formatNumber(plate.size)} pixels.`,
    },
  ]
}
