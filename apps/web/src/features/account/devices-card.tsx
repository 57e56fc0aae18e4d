import { Suspense, lazy, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Laptop, Smartphone } from 'lucide-react'
import { Badge } from '~/components/badge.tsx'
import { Button } from '~/components/button.tsx'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { leaveGoogle } from '~/features/auth/use-logout.ts'
import { errorSentence } from '~/lib/api-error.ts'
import { formatDateTime } from '~/lib/format.ts'
import { forgetTrial } from '~/features/trial/trial.ts'
import { endSession } from '~/lib/session.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('~/components/confirm-dialog.tsx')).ConfirmDialog }))

/** Where the account is signed in, and which browsers get in without a code. */
export function DevicesCard() {
  const utils = trpc.useUtils()
  const sessions = trpc.account.sessions.useQuery()
  const known = trpc.account.knownBrowsers.useQuery()
  const revoke = trpc.account.revokeSession.useMutation({
    onSettled: () => utils.account.sessions.invalidate(),
    onError: (error) => addErrorToast(errorSentence(error, 'This session could not be ended. Please try again.')),
  })
  const forget = trpc.account.forgetBrowser.useMutation({
    onSettled: () => utils.account.knownBrowsers.invalidate(),
    onError: (error) => addErrorToast(errorSentence(error, 'This browser could not be forgotten. Please try again.')),
  })
  if (sessions.isError) return <LoadError what="your sessions" onRetry={() => void sessions.refetch()} />
  return (
    <Card>
      <CardTitle>Devices & Sessions</CardTitle>
      {!sessions.data && <Skeleton className="mt-4 h-20" />}
      <ul className="mt-2 divide-y" aria-label="Sessions">
        {sessions.data?.map((session) => (
          <DeviceRow
            key={session.id}
            browser={session.browser}
            note={session.is_current ? 'Signed in here' : `Last seen ${formatDateTime(session.last_seen_at)}`}
            isCurrent={session.is_current}
            action="Sign out"
            isPending={revoke.isPending}
            onAct={session.is_current ? undefined : () => revoke.mutate({ id: session.id })}
          />
        ))}
      </ul>
      {known.data && known.data.length > 0 && (
        <>
          <h3 className="mt-5 text-sm font-medium">Signs in without a code</h3>
          <ul className="mt-1 divide-y" aria-label="Known browsers">
            {known.data.map((browser) => (
              <DeviceRow
                key={browser.id}
                browser={browser.browser}
                note={`Since ${formatDateTime(browser.created_at)}`}
                isCurrent={browser.is_current}
                action="Forget"
                isPending={forget.isPending}
                onAct={() => forget.mutate({ id: browser.id })}
              />
            ))}
          </ul>
        </>
      )}
      <SignOutEverywhere />
    </Card>
  )
}

type DeviceRowProps = {
  browser: string
  note: string
  isCurrent: boolean
  action: string
  isPending: boolean
  onAct?: (() => void) | undefined
}

/** What is carried around, by the words that the server has for it. */
const POCKET = /iPhone|iPad|Android/

const DeviceRow = ({ browser, note, isCurrent, action, isPending, onAct }: DeviceRowProps) => (
  <li className="flex items-center gap-3 py-2.5">
    <DeviceMark browser={browser} />
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
        {browser} {isCurrent && <Badge variant="accent">This browser</Badge>}
      </p>
      <p className="text-[13px] text-pencil">{note}</p>
    </div>
    {onAct && (
      <Button variant="ghost" size="sm" disabled={isPending} onClick={onAct} aria-label={`${action}: ${browser}`}>
        {action}
      </Button>
    )}
  </li>
)

function DeviceMark({ browser }: { browser: string }) {
  const Mark = POCKET.test(browser) ? Smartphone : Laptop
  return <Mark aria-hidden="true" className="size-5 shrink-0 text-pencil" />
}

function SignOutEverywhere() {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = trpc.account.signOutEverywhere.useMutation({
    onSuccess: async () => {
      await leaveGoogle()
      forgetTrial()
      endSession()
      void navigate({ to: '/login' })
    },
    onError: (error) => addErrorToast(errorSentence(error, 'You are still signed in. Please try again.')),
  })
  return (
    <>
      <CardNote className="mt-5">Lost a device, or used one that is not yours? API keys go on working.</CardNote>
      <Button variant="secondary" className="mt-3" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            isOpen
            onOpenChange={setAsking}
            title="Sign out everywhere"
            confirmLabel="Sign Out Everywhere"
            isPending={isPending}
            onConfirm={() => mutate()}
          >
            Every session ends at once, this one too, and every browser has to prove your email again. Nothing you made
            is lost.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}
