import { Link } from '@tanstack/react-router'
import { AuthCard } from '~/features/auth/auth-card.tsx'
import { AuthForm } from '~/features/auth/auth-form.tsx'

export function LoginPage() {
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
      <AuthForm way="login" submitLabel="Sign In" pendingLabel="Signing In..." googlePendingLabel="Signing in..." />
    </AuthCard>
  )
}
