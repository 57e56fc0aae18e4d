import { Link, useNavigate } from '@tanstack/react-router'
import { AUTH } from '@printroom/contract/messages'
import { AuthCard } from '~/features/auth/auth-card.tsx'
import { AuthForm } from '~/features/auth/auth-form.tsx'
import { beginSession } from '~/lib/session.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

export function LoginPage() {
  const navigate = useNavigate()
  const login = trpc.auth.login.useMutation({
    onSuccess: ({ user }) => {
      beginSession(user)
      addToast({ title: AUTH.welcomeBack })
      void navigate({ to: '/dashboard' })
    },
    onError: () => addErrorToast(AUTH.loginFailed),
  })
  return (
    <AuthCard
      title="Welcome Back"
      note="Your email is all you need. There is no password."
      footer={
        <>
          New here?{' '}
          <Link to="/register" className="font-medium text-cyan underline-offset-4 hover:underline">
            Create an account
          </Link>
        </>
      }
    >
      <AuthForm
        submitLabel="Sign In"
        pendingLabel="Signing In..."
        googlePendingLabel="Signing in..."
        googleFailed={AUTH.googleLoginFailed}
        isPending={login.isPending}
        onSubmit={(email) => login.mutate({ email })}
      />
    </AuthCard>
  )
}
