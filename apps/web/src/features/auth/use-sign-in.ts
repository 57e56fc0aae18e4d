import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { AUTH } from '@printroom/contract/messages'
import type { SignInWire } from '@printroom/contract/wire'
import { errorCode, errorSentence } from '~/lib/api-error.ts'
import { beginSession } from '~/lib/session.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

type SignIn = {
  isPending: boolean
  /** The email that a code was mailed to and has to come for; null before. */
  codeFor: string | null
  /** When the last code was mailed, in milliseconds since 1970. */
  codeSentAt: number
  submit: (email: string, code?: string) => void
  reset: () => void
}

/** Login and registration: the email first, and where the server asks for it the mailed code after. */
export function useSignIn(way: 'login' | 'register'): SignIn {
  const navigate = useNavigate()
  const [codeFor, setCodeFor] = useState<string | null>(null)
  const [codeSentAt, setCodeSentAt] = useState(0)

  const options = {
    onSuccess: (answer: SignInWire, { email }: { email: string }) => {
      if ('verification_required' in answer) {
        setCodeFor(email)
        setCodeSentAt(Date.now())
        return
      }
      beginSession(answer.user)
      addToast({ title: way === 'login' ? AUTH.welcomeBack : AUTH.accountCreated })
      void navigate({ to: '/dashboard' })
    },
    onError: (error: unknown) => addErrorToast(sentenceOf(error, way)),
  }
  const login = trpc.auth.login.useMutation(options)
  const register = trpc.auth.register.useMutation(options)
  const { mutate, isPending } = way === 'login' ? login : register
  return {
    isPending,
    codeFor,
    codeSentAt,
    submit: (email, code) => mutate({ email, code }),
    reset: () => setCodeFor(null),
  }
}

/** A login that fails shows one sentence, whatever the reason; what a person can act on is said. */
function sentenceOf(error: unknown, way: 'login' | 'register'): string {
  if (way === 'register') return errorSentence(error, AUTH.registerFailed)
  const code = errorCode(error)
  const isUseful = code === 'invalid_code' || code === 'mail_failed' || code === 'rate_limited'
  return isUseful ? errorSentence(error, AUTH.loginFailed) : AUTH.loginFailed
}
