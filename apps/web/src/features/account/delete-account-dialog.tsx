import { useId, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogClose, DialogContent } from '~/components/dialog.tsx'
import { Input, Label } from '~/components/input.tsx'
import { leaveGoogle } from '~/features/auth/use-logout.ts'
import { errorSentence } from '~/lib/api-error.ts'
import { forgetTrial } from '~/features/trial/trial.ts'
import { endSession, useSession } from '~/lib/session.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** Cannot be confirmed by accident: the account's own email has to be typed. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const email = useSession().user?.email ?? ''
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = trpc.account.remove.useMutation({
    onSuccess: async () => {
      await leaveGoogle()
      forgetTrial()
      endSession()
      addToast({ title: 'Your account was deleted.' })
      void navigate({ to: '/login' })
    },
    onError: (error) => addErrorToast(errorSentence(error, 'Your account was not deleted. Please try again.')),
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Delete account"
        className="max-w-md"
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Keep Account</Button>
            </DialogClose>
            <Button
              variant="destructive"
              disabled={isPending || typed.trim().toLowerCase() !== email}
              onClick={() => mutate({ confirmation: typed })}
            >
              Delete Account
            </Button>
          </>
        }
      >
        <p className="text-sm text-pencil">
          Your subscription ends at once without refund, unused credits are lost, and your designs, mockups, sessions
          and keys are deleted. The ledger of credits stays, without your name, and a fingerprint of your email that
          tells us that it had its welcome credits.
        </p>
        <div className="mt-4">
          <Label htmlFor={id}>
            Type <strong className="break-all">{email}</strong> to confirm
          </Label>
          <Input
            id={id}
            type="email"
            autoComplete="off"
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}
