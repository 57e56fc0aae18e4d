import type { GoogleWire } from '@printroom/contract/wire'

/** What a Google account says of itself, and the token that proves it. */
export type GoogleCredential = { email: string; displayName: string | null; uid: string; idToken: string }

/** A way to Google's accounts: Firebase's, or in development the sandbox's chooser. */
export type GoogleProvider = {
  /** Opens the popup; null where there can be none and the whole page goes there instead. @throws Error when it is closed or refused */
  signIn(): Promise<GoogleCredential | null>
  /** Who came back by a redirect, or is signed in to Google here and was not handled yet. */
  pending(): Promise<GoogleCredential | null>
  signOut(): Promise<void>
}

/** Loads the way that this installation has; its code comes along only here. @throws Error when there is none */
export async function loadGoogle(config: GoogleWire): Promise<GoogleProvider> {
  if (config?.kind === 'firebase')
    return (await import('~/features/auth/google-firebase.ts')).createFirebaseGoogle(config)
  if (config?.kind === 'sandbox')
    return (await import('~/features/auth/google-sandbox.ts')).createSandboxGoogle(config.chooserUrl)
  throw new Error('Sign-in with Google is not configured')
}

/** Set once a Google user got in, so that the same one is not signed in again behind the person's back. */
const SUCCESS = 'google-success'
export const markHandled = (): void => localStorage.setItem(SUCCESS, 'true')
export const forgetHandled = (): void => localStorage.removeItem(SUCCESS)
const isHandled = (): boolean => localStorage.getItem(SUCCESS) === 'true'

/**
 * Whether the browser holds a Google sign-in that is not finished: Firebase's own marks of a redirect or of a signed-in
 * user, or the sandbox's answer in the address. Nothing is loaded to find out.
 */
export function hasPendingGoogle(): boolean {
  if (isHandled()) return false
  if (location.hash.includes('idToken=')) return true
  const keys = [...Object.keys(sessionStorage), ...Object.keys(localStorage)]
  return keys.some((key) => key.startsWith('firebase:pendingRedirect:') || key.startsWith('firebase:authUser:'))
}
