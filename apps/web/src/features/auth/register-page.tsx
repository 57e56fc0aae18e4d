import { Link } from '@tanstack/react-router'
import { AuthCard } from '~/features/auth/auth-card.tsx'
import { AuthForm } from '~/features/auth/auth-form.tsx'

export function RegisterPage() {
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
        way="register"
        submitLabel="Create Account"
        pendingLabel="Creating Account..."
        googlePendingLabel="Creating account..."
      />
    </AuthCard>
  )
}
