import { useSyncExternalStore } from 'react'
import { PURCHASES, type Purchase } from '@printroom/contract/plans'
import { HAS_WINDOW } from '~/lib/has-window.ts'
import { getSession, onSessionChange } from '~/lib/session.ts'

const KEY = 'chosen-plan'
/** Whoever has not come back by then has thought better of it. */
const KEPT_MS = 24 * 60 * 60 * 1000
const listeners = new Set<() => void>()

export const asPurchase = (value: unknown): Purchase | undefined => PURCHASES.find((purchase) => purchase === value)

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** What a visitor chose before signing in. Kept for this browser: the link in a sign-in mail opens another tab. */
export function rememberChoice(purchase: Purchase): void {
  localStorage.setItem(KEY, `${purchase} ${Date.now()}`)
  tell()
}

/** It was bought, or is not wanted any more. */
export function forgetChoice(): void {
  localStorage.removeItem(KEY)
  tell()
}

function kept(): Purchase | undefined {
  const [purchase, at] = (localStorage.getItem(KEY) ?? '').split(' ')
  return Date.now() - Number(at) < KEPT_MS ? asPurchase(purchase) : undefined
}

/** What was chosen before signing in, until it is bought or put away. */
export const useChoice = (): Purchase | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    kept,
    () => undefined,
  )

// What one person chose is not offered to the next.
let wasSignedIn = false
if (HAS_WINDOW)
  onSessionChange(() => {
    const isSignedIn = getSession().status === 'present'
    if (wasSignedIn && !isSignedIn) forgetChoice()
    wasSignedIn = isSignedIn
  })
