import { useState } from 'react'
import { Download } from 'lucide-react'
import { labelOf } from '@printroom/contract/catalogue'
import { printAreaOf } from '@printroom/contract/placement'
import { CALIBRATION_FORMATS, type CalibrationFormat } from '@printroom/contract/scenes'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { PrintDrawing } from '~/features/scenes/print-drawing.tsx'
import { FIRST_PRINTED, ProductFields } from '~/features/scenes/product-fields.tsx'

const FORMATS = Object.keys(CALIBRATION_FORMATS) as CalibrationFormat[]

/** The print to be photographed, and how it is printed and put on. */
export default function PrintDialog({ onAdvice, onClose }: { onAdvice: () => void; onClose: () => void }) {
  const [printed, setPrinted] = useState(FIRST_PRINTED)
  const { product } = printed
  const { width, height } = printAreaOf(product, printed.side)
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Calibration Print"
        note="Printed once, photographed as often as you like."
        className="max-w-2xl"
        footer={
          <>
            <Button variant="ghost" onClick={onAdvice} className="mr-auto max-sm:w-full">
              How to photograph it
            </Button>
            {FORMATS.map((format) => (
              <Button key={format} asChild variant={format === 'pdf' ? 'primary' : 'secondary'} className="max-sm:grow">
                <a
                  href={`/api/calibration-print?${new URLSearchParams({ ...printed, format, download: '' })}`}
                  download
                >
                  <Download /> {format.toUpperCase()}
                </a>
              </Button>
            ))}
          </>
        }
      >
        <div className="grid items-start gap-6 sm:grid-cols-[minmax(0,1fr)_220px]">
          <div className="space-y-5">
            <ProductFields value={printed} onChange={setPrinted} />
            <ol className="list-decimal space-y-3 pl-5 text-sm marker:text-pencil">
              <li>
                <span className="font-medium">Print it at 100%.</span> {width} × {height} in, the whole print area.
                Order it from whoever prints for you, on a white {labelOf(product)}; or print it on iron-on or plain
                paper. Turn “fit to page” off: the rule at its foot must measure true.
              </li>
              <li>
                <span className="font-medium">Put it where your prints lie.</span> Worn, hung, laid flat or held, with
                the folds that it has by itself.
              </li>
              <li>
                <span className="font-medium">Photograph it.</span> We take the markers out again: what stays is your
                photograph with a blank garment.
              </li>
            </ol>
          </div>
          <figure className="max-sm:order-first max-sm:hidden">
            <div className="grid aspect-square place-items-center rounded-lg bg-shade p-4">
              <PrintDrawing width={width} height={height} className="max-h-full max-w-full" />
            </div>
            <figcaption className="mt-2 text-center text-[13px] text-pencil tabular-nums">
              {width} × {height} in
            </figcaption>
          </figure>
        </div>
      </DialogContent>
    </Dialog>
  )
}
