import { initializeApp } from '@firebase/app'
import {
  GoogleAuthProvider,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  getRedirectResult,
  initializeAuth,
  onAuthStateChanged,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  type User,
} from '@firebase/auth'
import type { GoogleCredential, GoogleProvider } from '~/features/auth/google-provider.ts'

type FirebaseConfig = { apiKey: string; authDomain: string; projectId: string }

/** The popup could not open; the whole page can go instead. */
const NO_POPUP = new Set(['auth/popup-blocked', 'auth/operation-not-supported-in-this-environment'])

/** Google's accounts through Firebase. The user is kept in local storage, where a look without this code can find it. */
export function createFirebaseGoogle({ apiKey, authDomain, projectId }: FirebaseConfig): GoogleProvider {
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: browserLocalPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  const google = new GoogleAuthProvider()

  /** The auth-state listener's first word: who is signed in to Google here. */
  const signedIn = () =>
    new Promise<User | null>((resolve, reject) => {
      const stop = onAuthStateChanged(
        auth,
        (user) => {
          stop()
          resolve(user)
        },
        reject,
      )
    })

  return {
    async signIn() {
      try {
        return await toCredential((await signInWithPopup(auth, google)).user)
      } catch (error) {
        if (!NO_POPUP.has(String((error as { code?: unknown }).code))) throw error
        return signInWithRedirect(auth, google)
      }
    },
    async pending() {
      const user = (await getRedirectResult(auth))?.user ?? (await signedIn())
      return user && toCredential(user)
    },
    signOut: () => signOut(auth),
  }
}

async function toCredential(user: User): Promise<GoogleCredential> {
  return { email: user.email ?? '', displayName: user.displayName, uid: user.uid, idToken: await user.getIdToken() }
}
