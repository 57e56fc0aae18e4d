import { assertNoTransaction } from '@printroom/db/transaction-scope'
import { setTimeout as pause } from 'node:timers/promises'
import Replicate from 'replicate'
import type { Env } from '../../env.ts'

const TRIES = 4
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
const ANSWER_WITHIN_MS = 60_000
/** No server's status: tells the library that nothing came, which it must not answer by asking again. */
const NO_ANSWER = 599

/**
 * Replicate's client, with the patience that its own lacks: 1.4.0 repeats a refused call five times without any pause
 * (a jittered delay is no integer, which it asks for), and a call that creates something after a broken connection.
 */
export const createReplicateClient = (auth: string, baseUrl?: string): Replicate =>
  // `data-uri` sends the client itself, its token included, as the input: files are uploaded by us instead.
  new Replicate({
    auth,
    fetch: patientFetch,
    useFileOutput: false,
    fileEncodingStrategy: 'upload',
    ...(baseUrl ? { baseUrl } : {}),
  })

/** Replicate's address and token: the real one's, or the sandbox's where there is no token. */
export const replicateClientOf = ({
  REPLICATE_API_TOKEN: token,
  SANDBOX_URL: sandbox,
}: Pick<Env, 'REPLICATE_API_TOKEN' | 'SANDBOX_URL'>): Replicate =>
  token ? createReplicateClient(token) : createReplicateClient('sandbox', `${sandbox}/replicate/v1`)

const patientFetch: typeof fetch = async (input, init) => {
  assertNoTransaction('Replicate')
  const isRead = (init?.method ?? 'GET') === 'GET'
  for (let tried = 1; ; tried++) {
    const response = await fetch(input, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
      (error: Error) => new Response(`no answer: ${error.message}`, { status: NO_ANSWER }),
    )
    const isBusy = response.status === 429 || (isRead && response.status >= 500)
    if (!isBusy) return response
    // Handed on under a status that the library does not repeat by itself.
    if (tried === TRIES)
      return new Response(await response.text(), { status: response.status === 429 ? 420 : NO_ANSWER })
    const asked = Number(response.headers.get('retry-after')) * 1000
    await response.body?.cancel()
    await pause(Math.min(LONGEST_PAUSE_MS, asked || FIRST_PAUSE_MS * 2 ** (tried - 1)))
  }
}
