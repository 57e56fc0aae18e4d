import { useId, useState, type FormEvent } from 'react'
import {
  WEBHOOK_EVENTS,
  WEBHOOK_EVENT_NAMES,
  type EndpointWire,
  type EndpointWithSecretWire,
  type WebhookEvent,
} from '@printroom/contract/webhooks'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogClose, DialogContent } from '~/components/dialog.tsx'
import { Input, Label } from '~/components/input.tsx'
import { EndpointControls } from '~/features/webhooks/endpoint-controls.tsx'
import { SecretShown } from '~/features/webhooks/secret-shown.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** Adds an endpoint, or changes one; whatever secret is made on the way is shown this once. */
export default function EndpointDialog({ endpoint, onClose }: { endpoint?: EndpointWire; onClose: () => void }) {
  const form = useId()
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

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isReady) return
    if (endpoint) update.mutate({ id: endpoint.id, url, events: [...events] })
    else create.mutate({ url, events: [...events] })
  }

  const toggle = (name: WebhookEvent) =>
    setEvents((chosen) => (chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]))

  if (made) return <SecretShown endpoint={made} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={endpoint ? 'Edit endpoint' : 'New endpoint'}
        note="Messages are signed by the Standard Webhooks scheme, and tried again for a day."
        className="max-w-md"
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={form} disabled={!isReady}>
              {endpoint ? 'Save' : 'Add Endpoint'}
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={submit} className="grid gap-4 pt-1">
          <div>
            <Label htmlFor={`${form}-url`}>Address</Label>
            <Input
              id={`${form}-url`}
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
                    aria-describedby={`${form}-${name}`}
                    className="size-4 accent-cyan"
                  />
                  {name}
                </label>
                <p id={`${form}-${name}`} className="ml-6.5 text-[13px] text-pencil">
                  {WEBHOOK_EVENTS[name]}
                </p>
              </div>
            ))}
          </fieldset>
        </form>
        {endpoint && <EndpointControls endpoint={endpoint} onSecret={setMade} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}
