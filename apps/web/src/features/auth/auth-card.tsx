import type { ReactNode } from 'react'
import { Link, Navigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Wordmark } from '~/components/wordmark.tsx'
import { useTrial } from '~/features/trial/trial.ts'
import { useSession } from '~/lib/session.ts'

type AuthCardProps = { title: string; note: string; footer: ReactNode; children: ReactNode }

export function AuthCard({ title, note, footer, children }: AuthCardProps) {
  const session = useSession()
  const trial = useTrial()
  if (session.status === 'present') return <Navigate to="/dashboard" replace />
  return (
    <main
      id="main"
      tabIndex={-1}
      className="flex outline-none min-h-svh flex-col items-center justify-center px-4 py-10"
    >
      <Link to="/" aria-label="Printroom, to the home page" className="mb-8 rounded-md">
        <Wordmark className="text-xl" />
      </Link>
      <section className="w-full max-w-[400px] rounded-xl border bg-sheet p-6 shadow-lift sm:p-8">
        <h1 className="font-display text-[26px] leading-tight font-medium tracking-[-0.01em]">{title}</h1>
        <p className="mt-1.5 mb-6 text-pencil">{note}</p>
        {trial && (
          <p className="-mt-2 mb-6 rounded-lg bg-cyan-wash px-3 py-2 text-sm break-words">
            “{trial.filename}” on a {trial.words} is kept here and waits on your dashboard.
          </p>
        )}
        {children}
        <p className="mt-6 text-center text-sm text-pencil">{footer}</p>
      </section>
      <Link
        to="/"
        className="mt-6 inline-flex items-center gap-1.5 rounded-md px-2 py-1 text-sm text-pencil hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" /> Back to home
      </Link>
    </main>
  )
}
