import { useId, useState, type FormEvent } from 'react'
import { Check, Copy } from 'lucide-react'
import { SHARE_DAYS, SHARE_MAX_PICTURES, SHARE_TITLE_MAX_CHARS } from '@printroom/contract/limits'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogClose, DialogContent } from '~/components/dialog.tsx'
import { Input, Label } from '~/components/input.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { countOf } from '~/lib/format.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

type Days = (typeof SHARE_DAYS)[number]

/** What is shared: these mockups, and what their page is called unless another title is given. `left`: others of the group that are not loaded. */
export type Sharing = { ids: readonly string[]; title: string; left: number }

/** Names a link and says how long it lasts; then shows it, this once. */
export default function ShareDialog({
  sharing: { ids, title: proposed, left },
  onClose,
}: {
  sharing: Sharing
  onClose: () => void
}) {
  const form = useId()
  const utils = trpc.useUtils()
  const [title, setTitle] = useState(proposed.slice(0, SHARE_TITLE_MAX_CHARS))
  const [days, setDays] = useState<Days>(30)
  const create = trpc.share.create.useMutation({
    onSuccess: () => utils.share.invalidate(),
    onError: (error) => addErrorToast(errorSentence(error, 'The link could not be made. Please try again.')),
  })
  const isTooMany = ids.length > SHARE_MAX_PICTURES

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (title.trim() !== '' && !isTooMany) create.mutate({ title, days, mockupIds: [...ids] })
  }

  if (create.data) return <ShownLink link={`${location.origin}/s/${create.data.token}`} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Share for approval"
        note={`${countOf(ids.length, 'mockup')}, to look at and to tick. Whoever has the link needs no account.`}
        className="max-w-md"
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={form} disabled={title.trim() === '' || isTooMany || create.isPending}>
              Create Link
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={submit} className="grid gap-4 pt-1">
          <div>
            <Label htmlFor={`${form}-title`}>Title</Label>
            <Input
              id={`${form}-title`}
              value={title}
              autoFocus
              maxLength={SHARE_TITLE_MAX_CHARS}
              aria-describedby={`${form}-note`}
              onChange={(event) => setTitle(event.target.value)}
            />
            <p id={`${form}-note`} className="mt-1.5 text-[13px] text-pencil">
              The one thing on the page that comes from you, beside the pictures.
            </p>
          </div>
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">It lasts</legend>
            <div className="flex flex-wrap gap-x-5">
              {SHARE_DAYS.map((each) => (
                <label key={each} className="flex min-h-9 items-center gap-2.5 text-sm">
                  <input
                    type="radio"
                    name={`${form}-days`}
                    checked={days === each}
                    onChange={() => setDays(each)}
                    className="size-4 accent-cyan"
                  />
                  {each} days
                </label>
              ))}
            </div>
          </fieldset>
          {left > 0 && (
            <p className="text-[13px] text-pencil">
              {countOf(left, 'mockup')} of this group further down the page {left === 1 ? 'is' : 'are'} not among them:
              scroll to load the rest first.
            </p>
          )}
          {isTooMany && (
            <p role="alert" className="text-[13px] text-alarm">
              One link shares at most {SHARE_MAX_PICTURES} mockups.
            </p>
          )}
        </form>
      </DialogContent>
    </Dialog>
  )
}

function ShownLink({ link, onClose }: { link: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      addErrorToast('The browser did not let us copy it. Please select and copy the link yourself.')
    }
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Your link"
        note="Copy it now: it is shown this once. Under Shared Links you see what is ticked, and can take it back."
        className="max-w-md"
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <code className="block rounded-md border bg-paper p-3 text-sm break-all" data-testid="share-link">
          {link}
        </code>
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => void copy()}>
          {isCopied ? <Check /> : <Copy />}
          <span role="status">{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
      </DialogContent>
    </Dialog>
  )
}
