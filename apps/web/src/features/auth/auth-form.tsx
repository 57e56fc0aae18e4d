import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { AUTH } from '@printroom/contract/messages'
import { Button } from '~/components/button.tsx'
import { Input, Label } from '~/components/input.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { GoogleMark } from '~/features/auth/google-mark.tsx'
import { takeSignInLink } from '~/features/auth/sign-in-link.ts'
import { useGoogle } from '~/features/auth/use-google.ts'
import { useSignIn } from '~/features/auth/use-sign-in.ts'
import { addErrorToast } from '~/lib/toast.ts'

const CodeForm = lazy(() => import('~/features/auth/code-form.tsx'))

type AuthFormProps = {
  way: 'login' | 'register'
  submitLabel: string
  pendingLabel: string
  googlePendingLabel: string
}

/** Email, or Google; both wait while either is on its way. What was typed stays when it fails. */
export function AuthForm({ way, submitLabel, pendingLabel, googlePendingLabel }: AuthFormProps) {
  const { isPending, codeFor, codeSentAt, submit: signIn, reset } = useSignIn(way)
  const google = useGoogle(way)
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isBusy = isPending || google.isPending

  // When the page opens, or is here already when the link is opened in its tab: a mailed link carries email and code.
  const followLink = useEffectEvent(() => {
    const link = takeSignInLink()
    if (link) signIn(link.email, link.code)
  })
  useEffect(() => {
    const follow = () => followLink()
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  // The form does not validate by itself: an empty field gets our toast, a malformed one the browser's hint.
  function submit(event: FormEvent): void {
    event.preventDefault()
    const field = input.current
    if (!field || isBusy) return
    if (field.value.trim() === '') {
      addErrorToast(AUTH.emailMissingToast)
      field.focus()
    } else if (field.reportValidity()) {
      setTyped(field.value.trim())
      signIn(field.value.trim())
    }
  }

  if (codeFor)
    return (
      <Suspense fallback={<div className="h-64" />}>
        <CodeForm
          email={codeFor}
          sentAt={codeSentAt}
          submitLabel={submitLabel}
          pendingLabel={pendingLabel}
          isPending={isPending}
          onSubmit={(code) => signIn(codeFor, code)}
          onResend={() => signIn(codeFor)}
          onBack={reset}
        />
      </Suspense>
    )
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
        defaultValue={typed}
        className="h-11"
      />
      <Button type="submit" size="lg" disabled={isBusy} className="mt-4 h-11 w-full text-[15px]">
        {isPending && <Spinner />}
        {isPending ? pendingLabel : submitLabel}
      </Button>
      <div className="my-5 flex items-center gap-3 text-xs text-pencil before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        or
      </div>
      <Button
        variant="secondary"
        size="lg"
        disabled={isBusy}
        onClick={google.signIn}
        className="h-11 w-full text-[15px]"
      >
        {google.isPending ? <Spinner /> : <GoogleMark />}
        {google.isPending ? googlePendingLabel : 'Continue with Google'}
      </Button>
    </form>
  )
}
