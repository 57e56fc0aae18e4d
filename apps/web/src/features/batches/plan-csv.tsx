import { useRef, type ChangeEvent } from 'react'
import { FileSpreadsheet } from 'lucide-react'
import { BATCH_CSV_MAX_CHARS } from '@printroom/contract/limits'
import { Button } from '~/components/button.tsx'
import { changePlan } from '~/features/batches/plan-store.ts'
import { PlanSection } from '~/features/batches/plan-section.tsx'
import type { Plan } from '~/features/batches/plan.ts'
import { saveFile } from '~/lib/save-file.ts'
import { addErrorToast } from '~/lib/toast.ts'

/** A file to begin with: a line of names, and one of each kind of product. */
const EXAMPLE = [
  'file,product,colour,scene,title',
  'my-design.png,Mug,White,Studio Product / Off-White,',
  'my-design.png,T-Shirt / Gildan 64000,Black,Lifestyle Casual / Urban Street / Woman,Sunset tee',
].join('\r\n')

/** Pictures named one by one in a file, besides or instead of the grid. */
export function PlanCsv({ csv }: { csv: Plan['csv'] }) {
  const input = useRef<HTMLInputElement>(null)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (!file) return
    const text = await file.text()
    target.value = ''
    if (text.length > BATCH_CSV_MAX_CHARS) return void addErrorToast('This file is too long for one batch.')
    changePlan({ csv: { filename: file.name, text } })
  }
  return (
    <PlanSection
      title="From a CSV"
      note="One line a mockup: file, product, color, scene and title. It is checked before anything is ordered."
    >
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label="CSV file"
          onChange={(event) => void take(event)}
        />
        <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
          <FileSpreadsheet /> {csv ? 'Choose another file' : 'Choose a CSV file'}
        </Button>
        {csv ? (
          <p className="flex min-w-0 items-center gap-1 text-sm">
            <span className="truncate font-medium">{csv.filename}</span>
            <Button variant="ghost" size="sm" onClick={() => changePlan({ csv: null })}>
              Remove
            </Button>
          </p>
        ) : (
          <Button
            variant="link"
            size="sm"
            onClick={() => saveFile(new Blob([EXAMPLE], { type: 'text/csv' }), 'printroom-batch.csv')}
          >
            Download an example
          </Button>
        )}
      </div>
    </PlanSection>
  )
}
