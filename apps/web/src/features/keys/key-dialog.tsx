import { useId, useState } from 'react'
import { covers, KEY_SCOPES, type ApiKeyWire, type KeyScope } from '@printroom/contract/api-keys'
import { API_KEY_CAP_MAX_CREDITS, API_KEY_NAME_MAX_CHARS } from '@printroom/contract/limits'
import { FormDialog } from '~/components/form-dialog.tsx'
import { Input, Label } from '~/components/input.tsx'
import { Copied, ShownOnce } from '~/components/shown-once.tsx'
import { ExpiryField } from '~/features/keys/expiry-field.tsx'
import { curlLine, inDays, SCOPES } from '~/features/keys/key-words.ts'
import { errorSentence } from '~/lib/api-error.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** How long a new key lasts, unless something else is chosen. */
const USUAL_DAYS = 90

/** Makes a key and shows it this once, or changes one: its scope can only be narrowed. */
export default function KeyDialog({ apiKey, onClose }: { apiKey: ApiKeyWire | undefined; onClose: () => void }) {
  const id = useId()
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

  function submit(): void {
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
    <FormDialog
      title={apiKey ? 'Edit key' : 'New API key'}
      save={apiKey ? 'Save' : 'Create Key'}
      isReady={isReady}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        <Label htmlFor={`${id}-name`}>Name</Label>
        <Input
          id={`${id}-name`}
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
              name={`${id}-scope`}
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
          <p className="mt-1 text-[13px] text-pencil">A key’s scope can only be narrowed. For more, make a new one.</p>
        )}
      </fieldset>
      {scope !== 'read' && (
        <div>
          <Label htmlFor={`${id}-cap`}>Monthly cap</Label>
          <Input
            id={`${id}-cap`}
            type="number"
            inputMode="numeric"
            min={1}
            max={API_KEY_CAP_MAX_CREDITS}
            step={1}
            value={cap}
            placeholder="No cap"
            aria-describedby={`${id}-cap-note`}
            onChange={(event) => setCap(event.target.value)}
          />
          <p id={`${id}-cap-note`} className="mt-1.5 text-[13px] text-pencil">
            Credits that it may spend in a calendar month. Left empty, it may spend all that you have.
          </p>
        </div>
      )}
      <ExpiryField value={expiresAt} kept={apiKey?.expires_at ?? null} onChange={setExpiresAt} />
    </FormDialog>
  )
}

/** A key's token, and a line that tries it. */
const KeyShown = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <ShownOnce title="Your new key" note="Copy it now: it is shown this once." onClose={onClose}>
    <Copied text={token} what="Key" testId="api-key" />
    <h3 className="mt-5 mb-1.5 text-sm font-medium">Try it in a terminal</h3>
    <Copied text={curlLine(token)} what="curl line" button="Copy curl" className="text-[13px]" />
  </ShownOnce>
)
