import { useId, useState, type FormEvent } from 'react'
import { covers, KEY_SCOPES, type ApiKeyWire, type KeyScope } from '@printroom/contract/api-keys'
import { API_KEY_CAP_MAX_CREDITS, API_KEY_NAME_MAX_CHARS } from '@printroom/contract/limits'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogClose, DialogContent } from '~/components/dialog.tsx'
import { Input, Label } from '~/components/input.tsx'
import { ExpiryField } from '~/features/keys/expiry-field.tsx'
import { KeyShown } from '~/features/keys/key-shown.tsx'
import { inDays, SCOPES } from '~/features/keys/key-words.ts'
import { errorSentence } from '~/lib/api-error.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** How long a new key lasts, unless something else is chosen. */
const USUAL_DAYS = 90

/** Makes a key and shows it this once, or changes one: its scope can only be narrowed. */
export default function KeyDialog({ apiKey, onClose }: { apiKey: ApiKeyWire | undefined; onClose: () => void }) {
  const form = useId()
  const utils = trpc.useUtils()
  const [name, setName] = useState(apiKey?.name ?? '')
  const [scope, setScope] = useState<KeyScope>(apiKey?.scope ?? 'read')
  const [cap, setCap] = useState(apiKey?.monthly_cap?.toString() ?? '')
  const [expiresAt, setExpiresAt] = useState<string | null>(() => (apiKey ? apiKey.expires_at : inDays(USUAL_DAYS)))
  const onSettled = () => utils.account.apiKeys.invalidate()
  const onError = (error: unknown) =>
    addErrorToast(errorSentence(error, 'The key could not be saved. Please try again.'))
  const create = trpc.account.createApiKey.useMutation({ onSettled, onError })
  const change = trpc.account.changeApiKey.useMutation({
    onSettled,
    onError,
    onSuccess: () => {
      addToast({ title: 'Key saved' })
      onClose()
    },
  })
  const isReady = name.trim() !== '' && !create.isPending && !change.isPending

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isReady) return
    const monthly_cap = cap === '' || scope === 'read' ? null : Number(cap)
    if (!apiKey) return create.mutate({ name, scope, monthly_cap, expires_at: expiresAt })
    change.mutate({
      id: apiKey.id,
      name,
      scope,
      monthly_cap,
      // One that has ended already is not to stand in the way of another name.
      ...(expiresAt !== apiKey.expires_at && { expires_at: expiresAt }),
    })
  }

  if (create.data) return <KeyShown token={create.data.token} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={apiKey ? 'Edit key' : 'New API key'}
        className="max-w-md"
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={form} disabled={!isReady}>
              {apiKey ? 'Save' : 'Create Key'}
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={submit} className="grid gap-5 pt-1">
          <div>
            <Label htmlFor={`${form}-name`}>Name</Label>
            <Input
              id={`${form}-name`}
              value={name}
              autoFocus={!apiKey}
              maxLength={API_KEY_NAME_MAX_CHARS}
              placeholder="Shop import"
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">It may</legend>
            {KEY_SCOPES.map((each) => (
              <label
                key={each}
                className="flex min-h-9 items-baseline gap-2.5 py-1 text-sm has-disabled:text-pencil has-disabled:opacity-60"
              >
                <input
                  type="radio"
                  name={`${form}-scope`}
                  checked={scope === each}
                  disabled={apiKey && !covers(apiKey.scope, each)}
                  onChange={() => setScope(each)}
                  className="size-4 shrink-0 translate-y-0.5 accent-cyan"
                />
                <span>
                  {SCOPES[each].label} <span className="text-pencil">· {SCOPES[each].note}</span>
                </span>
              </label>
            ))}
            {apiKey && apiKey.scope !== 'all' && (
              <p className="mt-1 text-[13px] text-pencil">
                A key’s scope can only be narrowed. For more, make a new one.
              </p>
            )}
          </fieldset>
          {scope !== 'read' && (
            <div>
              <Label htmlFor={`${form}-cap`}>Monthly cap</Label>
              <Input
                id={`${form}-cap`}
                type="number"
                inputMode="numeric"
                min={1}
                max={API_KEY_CAP_MAX_CREDITS}
                step={1}
                value={cap}
                placeholder="No cap"
                aria-describedby={`${form}-cap-note`}
                onChange={(event) => setCap(event.target.value)}
              />
              <p id={`${form}-cap-note`} className="mt-1.5 text-[13px] text-pencil">
                Credits that it may spend in a calendar month. Left empty, it may spend all that you have.
              </p>
            </div>
          )}
          <ExpiryField value={expiresAt} kept={apiKey?.expires_at ?? null} onChange={setExpiresAt} />
        </form>
      </DialogContent>
    </Dialog>
  )
}
