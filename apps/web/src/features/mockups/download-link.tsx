import { Download } from 'lucide-react'
import { PRESETS, type Preset, isStudios, shapeRefusal } from '@printroom/contract/presets'
import type { MockupWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { DownloadChoice } from '~/features/mockups/download-choice.tsx'
import { type ExportOptions, useExportOptions, exportFields } from '~/features/mockups/export-options.ts'

/** Saves one picture as the choice beside it says; what this picture cannot be had as is said, and the original saved. */
export function DownloadLink({ mockup }: { mockup: MockupWire }) {
  const options = useExportOptions()
  const refusalOf = (preset: Preset) =>
    shapeRefusal(PRESETS[preset], {
      product: mockup.product,
      style: mockup.model_style,
      background: mockup.background,
      hasDesign: mockup.design_id !== null,
      path: mockup.print_path,
    })
  const refusal = refusalOf(options.preset)
  const fitting: ExportOptions = refusal ? { ...options, preset: 'original' } : options
  const note = refusal ? `${refusal} This button saves the original.` : noteOf(mockup, fitting)
  const fields = exportFields(fitting)
  return (
    <>
      {note && <p className="basis-full text-[13px] text-pencil">{note}</p>}
      <DownloadChoice refusalOf={refusalOf} className="mr-auto" />
      <Button asChild>
        <a href={`${mockup.file_url}?${new URLSearchParams({ ...fields, download: '' })}`} download>
          <Download /> Download
        </a>
      </Button>
    </>
  )
}

/** What a cut-out leaves open and what layers are for; and shapes that are not square are photographed anew, but for a model's picture. */
function noteOf({ print_path: path }: MockupWire, { preset }: ExportOptions): string | null {
  if (PRESETS[preset].crop === 'cutout')
    return 'The product alone, without person, ground or shadow. Hair or a hand before it leaves a gap, and a hung tote keeps its peg.'
  if (PRESETS[preset].crop === 'layers')
    return 'For your own editing: the blank product, your print, and the light and shine that lie upon it.'
  const isSquare = PRESETS[preset].width === PRESETS[preset].height
  return isSquare || isStudios(path)
    ? null
    : 'A picture by the image model is cut to this shape; where it is too narrow its edges are carried on.'
}
