import { useId, useState } from 'react'
import { Check } from 'lucide-react'
import { SHARE_NOTE_MAX_CHARS } from '@printroom/contract/limits'
import type { SharedPictureWire } from '@printroom/contract/shares'
import { Button } from '~/components/button.tsx'
import { Label, Textarea } from '~/components/input.tsx'
import { Picture } from '~/components/picture.tsx'
import { pictureName } from '~/features/shares/picture-name.ts'
import { errorSentence } from '~/lib/api-error.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

type Props = { token: string; item: SharedPictureWire; onOpen: () => void }

/** A picture with its tick, which is kept at once, and a note, which is kept when it is saved. */
export function SharedPicture({ token, item, onOpen }: Props) {
  const field = useId()
  const utils = trpc.useUtils()
  const [draft, setDraft] = useState<string | null>(null)
  const name = pictureName(item)
  const approval = item.is_approved ? 'Approved' : 'Approve'
  const { place, is_approved: isApproved, note } = item

  const show = (said: Partial<SharedPictureWire>): void =>
    utils.share.view.setData({ token }, (shared) =>
      shared?.state === 'open'
        ? { ...shared, items: shared.items.map((each) => (each.place === place ? { ...each, ...said } : each)) }
        : shared,
    )
  const approve = trpc.share.approve.useMutation({
    onError: (error) => {
      show({ is_approved: isApproved, note })
      addErrorToast(errorSentence(error, 'This could not be saved. Please try again.'))
      void utils.share.view.invalidate({ token })
    },
  })
  const say = (said: { is_approved: boolean; note: string | null }, onKept?: () => void): void => {
    show(said)
    approve.mutate({ token, place, ...said }, { onSuccess: onKept })
  }

  return (
    <li className="min-w-0">
      <button type="button" aria-label={`Open ${name}`} onClick={onOpen} className="block w-full rounded-lg">
        <Picture src={`/api/s/${token}/${place}/thumbnail`} alt={name} isFirst={place < 3} className="rounded-lg" />
      </button>
      <div className="mt-2.5 flex items-center justify-between gap-3">
        <p className="min-w-0 truncate text-sm font-medium">{name}</p>
        <Button
          variant={isApproved ? 'primary' : 'secondary'}
          aria-pressed={isApproved}
          aria-label={`${approval} ${name}`}
          disabled={approve.isPending}
          onClick={() => say({ is_approved: !isApproved, note })}
        >
          <Check /> {approval}
        </Button>
      </div>
      {draft === null ? (
        <div className="mt-1">
          {note && <p className="text-sm break-words whitespace-pre-wrap text-pencil">“{note}”</p>}
          <Button variant="link" size="sm" className="-ml-3" onClick={() => setDraft(note ?? '')}>
            {note ? 'Change the note' : 'Add a note'}
            <span className="sr-only"> to {name}</span>
          </Button>
        </div>
      ) : (
        <form
          className="mt-2"
          onSubmit={(event) => {
            event.preventDefault()
            say({ is_approved: isApproved, note: draft.trim() || null }, () => setDraft(null))
          }}
        >
          <Label htmlFor={field}>Note</Label>
          <Textarea
            id={field}
            autoFocus
            value={draft}
            maxLength={SHARE_NOTE_MAX_CHARS}
            className="min-h-20"
            onChange={(event) => setDraft(event.target.value)}
          />
          <div className="mt-2 flex gap-2">
            <Button type="submit" size="sm" disabled={approve.isPending}>
              Save note
            </Button>
            <Button variant="ghost" size="sm" onClick={() => setDraft(null)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </li>
  )
}
