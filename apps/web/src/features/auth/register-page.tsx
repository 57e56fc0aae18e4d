import { Link, useNavigate } from '@tanstack/react-router'
import { AUTH } from '@printroom/contract/messages'
import { AuthCard } from '~/features/auth/auth-card.tsx'
import { AuthForm } from '~/features/auth/auth-form.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { beginSession } from '~/lib/session.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

export function RegisterPage() {
  const navigate = useNavigate()
  const register = trpc.auth.register.useMutation({
    onSuccess: ({ user }) => {
      beginSession(user)
      addToast({ title: AUTH.accountCreated })
      void navigate({ to: '/dashboard' })
    },
    onError: (error) => addErrorToast(errorSentence(error, AUTH.registerFailed)),
  })
  return (
    <AuthCard
      title="Create Your Account"
      note="Start with free credits. No password, no card."
      footer={
        <>
          Already have an account?{' '}
          <Link to="/login" className="font-medium text-cyan underline-offset-4 hover:underline">
            Sign in
          </Link>
        </>
      }
    >
      <AuthForm
        submitLabel="Create Account"
        pendingLabel="Creating Account..."
        googlePendingLabel="Creating account..."
        googleFailed={AUTH.googleRegisterFailed}
        isPending={register.isPending}
        onSubmit={(email) => register.mutate({ email })}
      />
    </AuthCard>
  )
}
