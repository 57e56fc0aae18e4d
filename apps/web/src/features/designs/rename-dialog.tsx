import { useId, useState } from 'react'
import { DESIGN } from '@printroom/contract/messages'
import { filenameSchema } from '@printroom/contract/schemas'
import type { DesignWire } from '@printroom/contract/wire'
import { FormDialog } from '~/components/form-dialog.tsx'
import { Input, Label } from '~/components/input.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { withItems } from '~/lib/pages.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

export default function RenameDialog({ design, onClose }: { design: DesignWire; onClose: () => void }) {
  const id = useId()
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

  function submit(): void {
    const name = filenameSchema.safeParse(filename)
    if (!name.success) return setProblem(name.error.issues[0]?.message ?? DESIGN.renameFailed)
    setProblem(null)
    rename.mutate({ id: design.id, filename: name.data })
  }

  return (
    <FormDialog
      title="Rename Design"
      save="Save"
      isReady={filename.trim() !== '' && !rename.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        <Label htmlFor={`${id}-name`}>Filename</Label>
        <Input
          id={`${id}-name`}
          value={filename}
          autoFocus
          aria-invalid={problem !== null || filename.trim() === ''}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setFilename(event.target.value)}
        />
        <p id={`${id}-problem`} role="alert" className="mt-1.5 min-h-5 text-sm text-alarm">
          {filename.trim() === '' ? DESIGN.filenameEmpty : problem}
        </p>
      </div>
    </FormDialog>
  )
}
