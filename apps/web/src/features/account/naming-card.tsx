import { useId, useState, type FormEvent } from 'react'
import { PRODUCTS, baseModelsFor } from '@printroom/contract/catalogue'
import { DEFAULT_NAME_TEMPLATE, NAME_PARTS, fileStem, templateProblem } from '@printroom/contract/naming'
import { Button } from '~/components/button.tsx'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'
import { Input, Label } from '~/components/input.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

const [FIRST] = PRODUCTS

/** A picture to show a name on. */
const SAMPLE = {
  folderName: 'sunset-club-1',
  product: FIRST ?? 'product',
  productModel: (FIRST && baseModelsFor(FIRST)[0]) ?? null,
  colour: 'Navy',
  modelStyle: 'flat-lay',
  background: 'wood-texture',
  n: 3,
}

/** How files are named when they are saved, one by one or in a zip. */
export function NamingCard() {
  const { data, isError, refetch } = trpc.account.naming.useQuery()
  if (isError) return <LoadError what="your file names" onRetry={() => void refetch()} />
  return (
    <Card>
      <CardTitle>File Names</CardTitle>
      <CardNote>For every download, one by one or in a zip.</CardNote>
      {data ? <NamingForm stored={data.template} /> : <Skeleton className="mt-4 h-32" />}
    </Card>
  )
}

function NamingForm({ stored }: { stored: string }) {
  const id = useId()
  const utils = trpc.useUtils()
  const [template, setTemplate] = useState(stored)
  const problem = templateProblem(template)
  const { mutate, isPending } = trpc.account.setNaming.useMutation({
    onSuccess: (naming) => {
      utils.account.naming.setData(undefined, naming)
      setTemplate(naming.template)
      addToast({ title: 'File names saved', description: 'Your next downloads are named so.' })
    },
    onError: (error) => addErrorToast(errorSentence(error, 'The file names could not be saved. Please try again.')),
  })
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (!problem) mutate({ template })
  }
  return (
    <form onSubmit={save} className="mt-4">
      <Label htmlFor={id}>Template</Label>
      <Input
        id={id}
        value={template}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem !== null}
        aria-describedby={`${id}-preview`}
        onChange={(event) => setTemplate(event.target.value)}
      />
      <p id={`${id}-preview`} role="status" className="mt-1.5 text-[13px] break-all">
        {problem ? <span className="text-alarm">{problem}.</span> : `${fileStem(template.trim(), SAMPLE)}.jpg`}
      </p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 text-[13px] text-pencil">
        {Object.entries(NAME_PARTS).map(([part, meaning]) => (
          <div key={part} className="contents">
            <dt>
              <code className="text-ink">{`{${part}}`}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending || problem !== null || template.trim() === stored}>
          Save
        </Button>
        {template !== DEFAULT_NAME_TEMPLATE && (
          <Button variant="ghost" onClick={() => setTemplate(DEFAULT_NAME_TEMPLATE)}>
            Use the usual names
          </Button>
        )}
      </div>
    </form>
  )
}
