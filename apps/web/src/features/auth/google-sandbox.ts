import type { GoogleCredential, GoogleProvider } from '~/features/auth/google-provider.ts'

const STATE = 'google-state'
const CLOSED_CHECK_MS = 400

/** The sandbox's account chooser, in a popup that answers by a message, or by a redirect where popups are blocked. */
export function createSandboxGoogle(chooserUrl: string): GoogleProvider {
  const { origin: chooser } = new URL(chooserUrl)

  const addressOf = (state: string, back: string): string =>
    `${chooserUrl}?${new URLSearchParams({ origin: location.origin, state, back })}`

  return {
    signIn() {
      const state = crypto.randomUUID()
      const popup = window.open(addressOf(state, ''), 'google', 'popup,width=480,height=640')
      if (popup) return answerOf(popup, chooser, state)
      sessionStorage.setItem(STATE, state)
      location.assign(addressOf(state, location.origin + location.pathname))
      return Promise.resolve(null)
    },
    async pending() {
      const brought = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
      const state = sessionStorage.getItem(STATE)
      sessionStorage.removeItem(STATE)
      history.replaceState(history.state, '', location.pathname + location.search)
      // Without the state that this tab left with, somebody else's sign-in would be ours.
      return state !== null && brought.state === state ? toCredential(brought) : null
    },
    signOut: async () => {},
  }
}

function answerOf(popup: Window, chooser: string, state: string): Promise<GoogleCredential> {
  return new Promise((resolve, reject) => {
    const done = new AbortController()
    const closed = setInterval(() => {
      if (!popup.closed) return
      done.abort()
      reject(new Error('The account chooser was closed'))
    }, CLOSED_CHECK_MS)
    done.signal.addEventListener('abort', () => clearInterval(closed))
    addEventListener(
      'message',
      ({ origin, source, data }) => {
        if (origin !== chooser || source !== popup || data?.state !== state) return
        const credential = toCredential(data)
        done.abort()
        popup.close()
        if (credential) resolve(credential)
        else reject(new Error('The account chooser answered nothing that can be read'))
      },
      { signal: done.signal },
    )
  })
}

function toCredential({ email, displayName, uid, idToken }: Record<string, unknown>): GoogleCredential | null {
  if (typeof email !== 'string' || typeof uid !== 'string' || typeof idToken !== 'string') return null
  return { email, uid, idToken, displayName: typeof displayName === 'string' ? displayName : null }
}
