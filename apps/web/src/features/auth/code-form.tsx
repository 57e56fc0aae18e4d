import { useEffect, useRef, useState, type FormEvent } from 'react'
import { SIGN_IN_CODE_MINUTES, SIGN_IN_RESEND_SECONDS } from '@printroom/contract/limits'
import { codeSchema } from '@printroom/contract/schemas'
import { Button } from '~/components/button.tsx'
import { Input, Label } from '~/components/input.tsx'
import { Spinner } from '~/components/spinner.tsx'

type CodeFormProps = {
  email: string
  sentAt: number
  submitLabel: string
  pendingLabel: string
  isPending: boolean
  onSubmit: (code: string) => void
  onResend: () => void
  onBack: () => void
}

/** The code that was mailed, in the same card; a new one can be asked for after a while. */
export default function CodeForm({
  email,
  sentAt,
  submitLabel,
  pendingLabel,
  isPending,
  onSubmit,
  onResend,
  onBack,
}: CodeFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const wait = useSecondsLeft(sentAt, SIGN_IN_RESEND_SECONDS)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isPending) return
    const code = codeSchema.safeParse(input.current?.value ?? '')
    setProblem(code.success ? null : (code.error.issues[0]?.message ?? 'This is no code'))
    if (code.success) onSubmit(code.data)
    else input.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit}>
      <p className="mb-4 text-sm">
        We sent a code to <strong className="font-medium break-words">{email}</strong>. It works for{' '}
        {SIGN_IN_CODE_MINUTES} minutes.
      </p>
      <Label htmlFor="code">Code</Label>
      <Input
        ref={input}
        id="code"
        name="code"
        required
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        placeholder="XXXX XXXX"
        aria-invalid={problem !== null}
        aria-describedby="code-problem"
        className="h-12 text-center font-mono text-xl tracking-[0.18em] uppercase placeholder:text-pencil/50 sm:text-xl"
      />
      <p id="code-problem" role="alert" className="mt-1.5 min-h-5 text-sm text-alarm">
        {problem}
      </p>
      <Button type="submit" size="lg" disabled={isPending} className="mt-2 h-11 w-full text-[15px]">
        {isPending && <Spinner />}
        {isPending ? pendingLabel : submitLabel}
      </Button>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2 text-sm">
        <Button variant="link" size="sm" className="px-0" disabled={isPending} onClick={onBack}>
          Use another email
        </Button>
        <Button
          variant="link"
          size="sm"
          className="px-0 tabular-nums"
          disabled={isPending || wait > 0}
          onClick={onResend}
        >
          {wait > 0 ? `New code in ${wait} s` : 'Send a new code'}
        </Button>
      </div>
    </form>
  )
}

/** Seconds until `seconds` after `since` are over, counted down. */
function useSecondsLeft(since: number, seconds: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.min(seconds, Math.max(0, Math.ceil((since + seconds * 1000 - now) / 1000)))
}
