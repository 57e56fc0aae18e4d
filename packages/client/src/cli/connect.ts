import { createClient, type Printroom } from '../client.ts'
import { AuthenticationError, ConnectionError } from '../errors.ts'
import { createTransport, type Transport } from '../transport.ts'
import { UsageError } from './exit-codes.ts'
import type { Values } from './usage.ts'

/** Where `npm start` listens unless told. */
const DEFAULT_URL = 'http://localhost:3000'
const DEVELOPER = 'developer@printroom.localhost'
/** A name of this machine, that by definition leads nowhere else. */
const LOOPBACK = /^(?:localhost|[a-z\d-]{1,63}\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

export type Settings = {
  values: Values
  env: Readonly<Record<string, string | undefined>>
  say: (line: string) => void
  signal: AbortSignal
}

/**
 * A client by flags and environment. Without a key, on this machine alone, it signs in by an email as the browser does there.
 * @throws UsageError, AuthenticationError
 */
export const connect = async (settings: Settings): Promise<Printroom> => createClient(await addressOf(settings))

/** Where the server is, and what opens it. @throws UsageError, AuthenticationError */
export async function addressOf({ values, env, say, signal }: Settings): Promise<{ url: string; apiKey: string }> {
  const url = values.url ?? env.PRINTROOM_URL ?? DEFAULT_URL
  if (!URL.canParse(url)) throw new UsageError(`--url has to be an address as https://printroom.example, not "${url}".`)
  const apiKey = values['api-key'] ?? env.PRINTROOM_API_KEY
  if (apiKey !== undefined) return { url, apiKey }
  if (!LOOPBACK.test(new URL(url).hostname)) {
    const sentence = `${url} asks for a key: make one on its account page and set PRINTROOM_API_KEY. An email alone signs in on your own machine only.`
    throw new AuthenticationError(sentence, { status: 0 })
  }
  const email = values.email ?? DEVELOPER
  const session = await signIn(createTransport({ url, retry: { retries: 1 } }), email, signal)
  say(`Signed in as ${email}, without a key: this server is on your own machine and asks for no proof.`)
  return { url, apiKey: session }
}

/** Without anybody signed in, for what everybody may ask. */
export const visit = ({ values, env }: Settings): Printroom =>
  createClient({ url: values.url ?? env.PRINTROOM_URL ?? DEFAULT_URL })

async function signIn(transport: Transport, email: string, signal: AbortSignal): Promise<string> {
  const enter = (door: 'login' | 'register') =>
    transport.call({ method: 'POST', path: `/api/auth/${door}`, json: { email }, signal }, async (response) => {
      const cookies = response.headers.getSetCookie()
      const [, session] = cookies.map((each) => /^(?:__Host-)?printroom_session=([^;]+)/.exec(each)).find(Boolean) ?? []
      return session
    })
  try {
    const session = await enter('login').catch((error: unknown) => {
      if (error instanceof AuthenticationError && error.code === 'invalid_credentials') return enter('register')
      throw error
    })
    if (session !== undefined) return session
  } catch (error) {
    if (error instanceof ConnectionError)
      throw new ConnectionError(`${error.message} Is it running? npm start prints its address; --url takes it.`, {
        status: 0,
        cause: error,
      })
    throw error
  }
  throw new AuthenticationError(
    'This server mails a code before it lets anybody in. Make a key on its account page and set PRINTROOM_API_KEY.',
    { status: 0 },
  )
}
