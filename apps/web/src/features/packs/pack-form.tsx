import { useId, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Plus, TriangleAlert } from 'lucide-react'
import { PACK_MAX_PICTURES, PACK_NAME_MAX_CHARS, PACK_SIDES } from '@printroom/contract/limits'
import { packProblems, type PackPicture } from '@printroom/contract/packs'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'
import { Card } from '~/components/card.tsx'
import { Input, Label } from '~/components/input.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { moved, newPicture, type Draft } from '~/features/packs/draft.ts'
import { PictureFields } from '~/features/packs/picture-fields.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { randomId } from '~/lib/random-id.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

type Row = { key: string; picture: PackPicture }
const rowOf = (picture: PackPicture): Row => ({ key: randomId(), picture })

/** Writes a pack; without an id it is a new one. */
export function PackForm({ id, initial }: { id: string | null; initial: Draft }) {
  const [name, setName] = useState(initial.name)
  const [rows, setRows] = useState<readonly Row[]>(() => initial.pictures.map(rowOf))
  const last = useRef<HTMLLIElement>(null)
  const nameId = useId()
  const { save, isSaving } = useSave(id)
  const pictures = rows.map(({ picture }) => picture)
  const missing = missingIn(name, pictures)
  const problems = packProblems({ pictures })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!missing) save({ name: name.trim(), pictures: pictures.map(toWire) })
  }
  const add = (): void => {
    setRows([...rows, rowOf(newPicture(pictures.at(-1)?.shop ?? undefined))])
    requestAnimationFrame(() => last.current?.querySelector('select')?.focus())
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <Card>
        <Label htmlFor={nameId}>Name</Label>
        <Input
          id={nameId}
          value={name}
          maxLength={PACK_NAME_MAX_CHARS}
          placeholder="My Etsy shop, seven pictures"
          onChange={(event) => setName(event.target.value)}
        />
      </Card>
      <ol aria-label="Pictures" className="space-y-3">
        {rows.map(({ key, picture }, at) => (
          <li key={key} ref={at === rows.length - 1 ? last : undefined}>
            <PictureFields
              picture={picture}
              at={at}
              count={rows.length}
              onChange={(change) =>
                setRows(rows.map((row) => (row.key === key ? { key, picture: { ...picture, ...change } } : row)))
              }
              onMove={(by) => setRows(moved(rows, at, by))}
              onRemove={() => setRows(rows.filter((row) => row.key !== key))}
            />
          </li>
        ))}
      </ol>
      <Button variant="secondary" disabled={rows.length >= PACK_MAX_PICTURES} onClick={add}>
        <Plus /> Add a Picture
      </Button>
      {problems.length > 0 && (
        <Alert variant="warning" icon={<TriangleAlert />} title="Not everything fits the shops">
          <ul className="space-y-1">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="lg" disabled={missing !== null || isSaving} aria-describedby={`${nameId}-missing`}>
          {isSaving && <Spinner />} Save Pack
        </Button>
        <p id={`${nameId}-missing`} role="status" className="text-sm text-pencil">
          {missing}
        </p>
      </div>
    </form>
  )
}

function missingIn(name: string, pictures: readonly PackPicture[]): string | null {
  const { least, most } = PACK_SIDES
  if (name.trim() === '') return 'Give the pack a name.'
  if (pictures.length === 0) return 'Add a picture.'
  const isSide = (side: number) => Number.isInteger(side) && side >= least && side <= most
  const odd = pictures.findIndex(({ width, height }) => !isSide(width) || !isSide(height))
  if (odd >= 0) return `Picture ${odd + 1}: a side has ${least} to ${most} pixels.`
  const oblong = pictures.findIndex(({ crop, width, height }) => crop === 'white' && width !== height)
  return oblong >= 0 ? `Picture ${oblong + 1}: on pure white it is square.` : null
}

const toWire = ({ scenes, ...picture }: PackPicture) => ({ ...picture, scenes: [...scenes] })

function useSave(id: string | null) {
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const told = {
    onSuccess: async (): Promise<void> => {
      await utils.pack.list.invalidate()
      addToast({ title: 'Pack saved', description: 'Batches can start from it now.' })
      await navigate({ to: '/packs' })
    },
    onError: (fault: unknown) =>
      void addErrorToast(errorSentence(fault, 'The pack could not be saved. Please try again.')),
  }
  const create = trpc.pack.create.useMutation(told)
  const change = trpc.pack.change.useMutation(told)
  return {
    save: (pack: Parameters<typeof create.mutate>[0]) => (id ? change.mutate({ ...pack, id }) : create.mutate(pack)),
    isSaving: create.isPending || change.isPending,
  }
}
