import { useId, useState } from 'react'
import {
  WEBHOOK,
  WEBHOOK_EVENTS,
  WEBHOOK_EVENT_NAMES,
  type EndpointWire,
  type EndpointWithSecretWire,
  type WebhookEvent,
} from '@printroom/contract/webhooks'
import { FormDialog } from '~/components/form-dialog.tsx'
import { Input, Label } from '~/components/input.tsx'
import { Copied, ShownOnce } from '~/components/shown-once.tsx'
import { EndpointControls } from '~/features/webhooks/endpoint-controls.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** Adds an endpoint, or changes one; whatever secret is made on the way is shown this once. */
export default function EndpointDialog({ endpoint, onClose }: { endpoint?: EndpointWire; onClose: () => void }) {
  const id = useId()
  const utils = trpc.useUtils()
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(endpoint?.events ?? WEBHOOK_EVENT_NAMES)
  const [made, setMade] = useState<EndpointWithSecretWire | null>(null)
  const refresh = () => utils.webhook.list.invalidate()
  const onError = (error: unknown) =>
    addErrorToast(errorSentence(error, 'The endpoint could not be saved. Please try again.'))
  const create = trpc.webhook.create.useMutation({ onSettled: refresh, onError, onSuccess: setMade })
  const update = trpc.webhook.update.useMutation({
    onSettled: refresh,
    onError,
    onSuccess: () => {
      addToast({ title: 'Endpoint saved' })
      onClose()
    },
  })
  const isPending = create.isPending || update.isPending
  const isReady = url.trim() !== '' && events.length > 0 && !isPending

  function submit(): void {
    if (endpoint) update.mutate({ id: endpoint.id, url, events: [...events] })
    else create.mutate({ url, events: [...events] })
  }

  const toggle = (name: WebhookEvent) =>
    setEvents((chosen) => (chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]))

  if (made) return <SecretShown endpoint={made} onClose={onClose} />
  return (
    <FormDialog
      title={endpoint ? 'Edit endpoint' : 'New endpoint'}
      note="Messages are signed by the Standard Webhooks scheme, and tried again for a day."
      save={endpoint ? 'Save' : 'Add Endpoint'}
      isReady={isReady}
      onSubmit={submit}
      onClose={onClose}
      below={endpoint && <EndpointControls endpoint={endpoint} onSecret={setMade} onClose={onClose} />}
    >
      <div>
        <Label htmlFor={`${id}-url`}>Address</Label>
        <Input
          id={`${id}-url`}
          type="url"
          inputMode="url"
          value={url}
          required
          autoFocus={!endpoint}
          placeholder="https://shop.example.com/printroom"
          onChange={(event) => setUrl(event.target.value)}
        />
      </div>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Is told of</legend>
        {WEBHOOK_EVENT_NAMES.map((name) => (
          <div key={name} className="py-1.5">
            <label className="flex items-center gap-2.5 font-mono text-sm">
              <input
                type="checkbox"
                checked={events.includes(name)}
                onChange={() => toggle(name)}
                aria-describedby={`${id}-${name}`}
                className="size-4 accent-cyan"
              />
              {name}
            </label>
            <p id={`${id}-${name}`} className="ml-6.5 text-[13px] text-pencil">
              {WEBHOOK_EVENTS[name]}
            </p>
          </div>
        ))}
      </fieldset>
    </FormDialog>
  )
}

type SecretShownProps = { endpoint: EndpointWithSecretWire; onClose: () => void }

const SecretShown = ({ endpoint, onClose }: SecretShownProps) => (
  <ShownOnce
    title="Signing secret"
    note="Copy it now: it is shown this once. Your server checks with it that a message is ours."
    onClose={onClose}
  >
    <Copied text={endpoint.secret} what="Secret" testId="webhook-secret" />
    {endpoint.old_secret_until && <p className="mt-3 text-sm text-pencil">{WEBHOOK.overlap}</p>}
  </ShownOnce>
)
