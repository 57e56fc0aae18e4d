import { useId, useState, type FormEvent } from 'react'
import { DESIGN } from '@printroom/contract/messages'
import { filenameSchema } from '@printroom/contract/schemas'
import type { DesignWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogClose, DialogContent } from '~/components/dialog.tsx'
import { Input, Label } from '~/components/input.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { withItems } from '~/lib/pages.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

export default function RenameDialog({ design, onClose }: { design: DesignWire; onClose: () => void }) {
  const form = useId()
  const utils = trpc.useUtils()
  const [filename, setFilename] = useState(design.filename)
  const [problem, setProblem] = useState<string | null>(null)
  const rename = trpc.design.rename.useMutation({
    onSuccess: (renamed) => {
      utils.design.list.setInfiniteData({}, (designs) =>
        withItems(designs, (items) => items.map((each) => (each.id === renamed.id ? renamed : each))),
      )
      utils.design.get.setData({ id: renamed.id }, renamed)
      void utils.user.overview.invalidate()
      // Its mockups' group is called after it.
      void utils.mockup.folders.invalidate()
      void utils.mockup.facets.invalidate()
      onClose()
    },
    onError: (error) => addErrorToast(errorSentence(error, DESIGN.renameFailed)),
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const name = filenameSchema.safeParse(filename)
    if (!name.success) return setProblem(name.error.issues[0]?.message ?? DESIGN.renameFailed)
    setProblem(null)
    rename.mutate({ id: design.id, filename: name.data })
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Rename Design"
        className="max-w-md"
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={form} disabled={filename.trim() === '' || rename.isPending}>
              Save
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={submit} className="pt-1">
          <Label htmlFor={`${form}-name`}>Filename</Label>
          <Input
            id={`${form}-name`}
            value={filename}
            autoFocus
            aria-invalid={problem !== null || filename.trim() === ''}
            aria-describedby={`${form}-problem`}
            onChange={(event) => setFilename(event.target.value)}
          />
          <p id={`${form}-problem`} role="alert" className="mt-1.5 min-h-5 text-sm text-alarm">
            {filename.trim() === '' ? DESIGN.filenameEmpty : problem}
          </p>
        </form>
      </DialogContent>
    </Dialog>
  )
}
