import { useSyncExternalStore } from 'react'
import { HAS_WINDOW } from '~/lib/has-window.ts'

export type SessionUser = { id: string; email: string; created_at: string }
export type Session =
  | { status: 'loading'; user: null }
  | { status: 'anonymous'; user: null }
  | { status: 'present'; user: SessionUser }

const KEY = 'user'
const listeners = new Set<() => void>()
let session: Session = { status: 'loading', user: null }

function set(next: Session): void {
  session = next
  if (HAS_WINDOW) document.documentElement.dataset.known = next.status === 'present' ? 'yes' : 'no'
  for (const listener of listeners) listener()
}

function stored(): SessionUser | null {
  try {
    const user: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isUser(user) ? user : null
  } catch {
    return null
  }
}

const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' && value !== null && 'id' in value && 'email' in value

/** A stored user is restored without asking the server; the first call it refuses ends the session. */
export function restoreSession(): void {
  const user = stored()
  set(user ? { status: 'present', user } : { status: 'anonymous', user: null })
}

export function beginSession(user: SessionUser): void {
  const { id, email, created_at } = user
  localStorage.setItem(KEY, JSON.stringify({ id, email, created_at }))
  set({ status: 'present', user: { id, email, created_at } })
}

/** For prerendering: pages as they look for a visitor, or for whoever is signed in. */
export const beginPrerenderedSession = (isSignedIn: boolean): void =>
  set(
    isSignedIn
      ? { status: 'present', user: { id: '', email: '', created_at: '' } }
      : { status: 'anonymous', user: null },
  )

export function endSession(): void {
  localStorage.removeItem(KEY)
  if (session.status !== 'anonymous') set({ status: 'anonymous', user: null })
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const getSession = (): Session => session

const VISITOR: Session = { status: 'anonymous', user: null }
/** Whom the page that is hydrated was prerendered for: the public ones for a visitor, the others for whoever sees them. */
const getPrerenderedSession = (): Session =>
  HAS_WINDOW && document.documentElement.dataset.group === 'public' ? VISITOR : session

export const useSession = (): Session => useSyncExternalStore(onSessionChange, getSession, getPrerenderedSession)

// Signing out in one tab signs out of all of them.
if (HAS_WINDOW) {
  addEventListener('storage', (event) => {
    if (event.key === KEY) restoreSession()
  })
}
