import { useRef, useState, type FormEvent } from 'react'
import { AUTH } from '@printroom/contract/messages'
import { Button } from '~/components/button.tsx'
import { Input, Label } from '~/components/input.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { signInWithGoogle } from '~/features/auth/google.ts'
import { GoogleMark } from '~/features/auth/google-mark.tsx'
import { addErrorToast } from '~/lib/toast.ts'

type AuthFormProps = {
  submitLabel: string
  pendingLabel: string
  googlePendingLabel: string
  googleFailed: string
  isPending: boolean
  onSubmit: (email: string) => void
}

/** Email, or Google; both wait while either is on its way. What was typed stays when it fails. */
export function AuthForm(props: AuthFormProps) {
  const { submitLabel, pendingLabel, googlePendingLabel, googleFailed, isPending, onSubmit } = props
  const [isGooglePending, setGooglePending] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isBusy = isPending || isGooglePending

  // The form does not validate by itself: an empty field gets our toast, a malformed one the browser's hint.
  function submit(event: FormEvent): void {
    event.preventDefault()
    const field = input.current
    if (!field || isBusy) return
    if (field.value.trim() === '') {
      addErrorToast(AUTH.emailMissingToast)
      field.focus()
    } else if (field.reportValidity()) onSubmit(field.value.trim())
  }

  async function continueWithGoogle(): Promise<void> {
    setGooglePending(true)
    try {
      await signInWithGoogle()
    } catch {
      addErrorToast(googleFailed)
    } finally {
      setGooglePending(false)
    }
  }

  return (
    <form noValidate onSubmit={submit}>
      <Label htmlFor="email">Email</Label>
      <Input
        ref={input}
        id="email"
        name="email"
        type="email"
        required
        autoFocus
        autoComplete="email"
        inputMode="email"
        placeholder="you@example.com"
        className="h-11"
      />
      <Button type="submit" size="lg" disabled={isBusy} className="mt-4 h-11 w-full text-[15px]">
        {isPending && <Spinner />}
        {isPending ? pendingLabel : submitLabel}
      </Button>
      <div className="my-5 flex items-center gap-3 text-xs text-pencil before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        or
      </div>
      <Button variant="secondary" size="lg" disabled={isBusy} onClick={continueWithGoogle} className="h-11 w-full text-[15px]">
        {isGooglePending ? <Spinner /> : <GoogleMark />}
        {isGooglePending ? googlePendingLabel : 'Continue with Google'}
      </Button>
    </form>
  )
}
