import { Download, Upload } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { FillTheFrame, FromOneSide } from '~/features/scenes/advice-drawings.tsx'
import { PrintDrawing } from '~/features/scenes/print-drawing.tsx'
import type { OpenDialog } from '~/features/scenes/scene-dialogs.tsx'

const STEPS = [
  {
    title: 'Print it once',
    text: 'The calibration print on a white garment, from any provider, or on paper.',
    drawing: <PrintDrawing width={9} height={6.75} className="h-full" />,
  },
  {
    title: 'Photograph it',
    text: 'With any phone: worn, hung, laid flat or held.',
    drawing: <FromOneSide />,
  },
  {
    title: 'Upload the photograph',
    text: 'In about half a minute it is a scene that every design of yours lies in.',
    drawing: <FillTheFrame />,
  },
]

/** What scenes are and how one comes to be, for who has none. */
export function EmptyScenes({ onOpen }: { onOpen: (open: OpenDialog) => void }) {
  return (
    <div className="rounded-xl border border-dashed px-5 py-10 text-center sm:px-8">
      <h2 className="font-display text-xl font-medium">Your own photograph, every design</h2>
      <p className="mx-auto mt-1.5 max-w-[52ch] text-pencil">
        Photograph a garment once. Your designs appear in that photograph, following its folds and its light.
      </p>
      <ol className="mx-auto mt-8 grid max-w-3xl gap-x-6 gap-y-7 sm:grid-cols-3">
        {STEPS.map(({ title, text, drawing }, at) => (
          <li key={title}>
            <div
              aria-hidden="true"
              className="mx-auto grid h-28 max-w-44 place-items-center rounded-lg bg-shade p-3 [&>svg]:h-full"
            >
              {drawing}
            </div>
            <h3 className="mt-3 text-[15px] font-semibold">
              <span className="text-pencil tabular-nums">{at + 1}.</span> {title}
            </h3>
            <p className="mx-auto mt-0.5 max-w-[30ch] text-sm text-pencil">{text}</p>
          </li>
        ))}
      </ol>
      <div className="mt-8 flex flex-wrap justify-center gap-2">
        <Button onClick={() => onOpen({ dialog: 'print' })}>
          <Download /> Get the Print
        </Button>
        <Button variant="secondary" onClick={() => onOpen({ dialog: 'upload' })}>
          <Upload /> Upload Photograph
        </Button>
        <Button variant="ghost" onClick={() => onOpen({ dialog: 'advice' })}>
          How to photograph it
        </Button>
      </div>
    </div>
  )
}
