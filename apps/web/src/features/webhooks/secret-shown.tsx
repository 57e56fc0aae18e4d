import { WEBHOOK, type EndpointWithSecretWire } from '@printroom/contract/webhooks'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { addToast } from '~/lib/toast.ts'

/** A secret, this once, to be copied. */
export function SecretShown({ endpoint, onClose }: { endpoint: EndpointWithSecretWire; onClose: () => void }) {
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(endpoint.secret)
    addToast({ title: 'Secret copied' })
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Signing secret"
        note="Copy it now: it is shown this once. Your server checks with it that a message is ours."
        className="max-w-md"
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <code className="block rounded-md border bg-paper p-3 text-sm break-all" data-testid="webhook-secret">
          {endpoint.secret}
        </code>
        {endpoint.old_secret_until && <p className="mt-3 text-sm text-pencil">{WEBHOOK.overlap}</p>}
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => void copy()}>
          Copy
        </Button>
      </DialogContent>
    </Dialog>
  )
}
