import { useId, useState, type FormEvent } from 'react'
import { API_KEY_NAME_MAX_CHARS } from '@printroom/contract/limits'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogClose, DialogContent } from '~/components/dialog.tsx'
import { Input, Label } from '~/components/input.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** Names a key and says what it may do; then shows it, this once. */
export default function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const form = useId()
  const utils = trpc.useUtils()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<'read' | 'write'>('read')
  const create = trpc.account.createApiKey.useMutation({
    onSuccess: () => utils.account.apiKeys.invalidate(),
    onError: (error) => addErrorToast(errorSentence(error, 'The key could not be made. Please try again.')),
  })
  const token = create.data?.token

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (name.trim() !== '') create.mutate({ name, scope })
  }

  async function copy(): Promise<void> {
    if (!token) return
    await navigator.clipboard.writeText(token)
    addToast({ title: 'Key copied' })
  }

  if (token)
    return (
      <Dialog open onOpenChange={onClose}>
        <DialogContent
          title="Your new key"
          note="Copy it now: it is shown this once."
          className="max-w-md"
          footer={<Button onClick={onClose}>Done</Button>}
        >
          <code className="block rounded-md border bg-paper p-3 text-sm break-all" data-testid="api-key">
            {token}
          </code>
          <Button variant="secondary" size="sm" className="mt-3" onClick={() => void copy()}>
            Copy
          </Button>
        </DialogContent>
      </Dialog>
    )
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="New API key"
        className="max-w-md"
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={form} disabled={name.trim() === '' || create.isPending}>
              Create Key
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={submit} className="grid gap-4 pt-1">
          <div>
            <Label htmlFor={`${form}-name`}>Name</Label>
            <Input
              id={`${form}-name`}
              value={name}
              autoFocus
              maxLength={API_KEY_NAME_MAX_CHARS}
              placeholder="Shop import"
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">It may</legend>
            {SCOPES.map(({ value, label }) => (
              <label key={value} className="flex min-h-9 items-center gap-2.5 text-sm">
                <input
                  type="radio"
                  name={`${form}-scope`}
                  checked={scope === value}
                  onChange={() => setScope(value)}
                  className="size-4 accent-cyan"
                />
                {label}
              </label>
            ))}
          </fieldset>
        </form>
      </DialogContent>
    </Dialog>
  )
}

const SCOPES = [
  { value: 'read', label: 'Read: list and download' },
  { value: 'write', label: 'Read and write: upload, generate (which costs credits), delete' },
] as const
