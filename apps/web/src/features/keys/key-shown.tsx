import { Button } from '~/components/button.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { curlLine } from '~/features/keys/key-words.ts'
import { addToast } from '~/lib/toast.ts'

/** A key's token, this once, and a line that tries it. */
export function KeyShown({ token, onClose }: { token: string; onClose: () => void }) {
  async function copy(text: string, what: string): Promise<void> {
    await navigator.clipboard.writeText(text)
    addToast({ title: `${what} copied` })
  }
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
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => void copy(token, 'Key')}>
          Copy
        </Button>
        <h3 className="mt-5 mb-1.5 text-sm font-medium">Try it in a terminal</h3>
        <code className="block rounded-md border bg-paper p-3 text-[13px] break-all">{curlLine(token)}</code>
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => void copy(curlLine(token), 'curl line')}>
          Copy curl
        </Button>
      </DialogContent>
    </Dialog>
  )
}
