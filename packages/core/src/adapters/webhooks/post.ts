import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { assertNoTransaction } from '@printroom/db/transaction-scope'
import type { Message, Post, PostResult } from '../../domain/webhooks/post.ts'
import { NotPublic } from '../../domain/webhooks/public-address.ts'
import { type Address, anyAddressesOf, publicAddressesOf } from './resolve.ts'

/** From the name's look-up to the answer's last byte. */
const DEADLINE_MS = 5_000
/** Of an answer; the rest is not read. */
const ANSWER_MAX_BYTES = 64 * 1024

export type PostOptions = {
  /** Whether addresses of this machine and its networks may be called: where nobody but its owner uses the product. */
  isPrivateAllowed: boolean
  /** `ip:port` each; those of the machine if there are none. */
  nameServers?: readonly string[]
}

/**
 * Posts messages to addresses that sellers named, to public hosts alone. The name is looked up once and the socket connects
 * to what was judged; redirects are answers like any other and not followed; every connection is a new one. A try ends
 * after 5 s, its answer after 64 kB.
 */
export function createPost({ isPrivateAllowed, nameServers }: PostOptions): Post {
  const addressesOf = (host: string) =>
    isPrivateAllowed && !nameServers ? anyAddressesOf(host) : publicAddressesOf(host, nameServers)
  return async (message) => {
    assertNoTransaction('A webhook endpoint')
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const took = () => Math.round(performance.now() - startedAt)
    try {
      const url = new URL(message.url)
      const addresses = await inTime(addressesOf(url.hostname), signal)
      return { ...(await send(url, message, addresses, signal)), latencyMs: took(), error: null }
    } catch (error) {
      return { status: null, answer: null, latencyMs: took(), error: reasonOf(error, signal) }
    }
  }
}

/** What a seller may read: nothing that tells a closed port from a host that is not there. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof NotPublic) return error.message
  if (signal.aborted) return `There was no answer within ${DEADLINE_MS / 1000} s.`
  return 'The address could not be reached.'
}

function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  ])
}

function send(
  url: URL,
  { headers, body }: Message,
  addresses: Address[],
  signal: AbortSignal,
): Promise<Pick<PostResult, 'status' | 'answer'>> {
  // A host that is a number is connected to without a look-up: it was judged as it stands.
  const lookup: LookupFunction = (_host, options, callback) => {
    const [first] = addresses
    if (options.all || !first) callback(null, addresses)
    else callback(null, first.address, first.family)
  }
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      {
        method: 'POST',
        agent: false,
        lookup,
        signal,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
      },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        const end = () => {
          response.destroy()
          resolve({ status: response.statusCode ?? 0, answer: Buffer.concat(chunks).toString('utf8') })
        }
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk.subarray(0, ANSWER_MAX_BYTES - size))
          size += chunk.length
          if (size >= ANSWER_MAX_BYTES) end()
        })
        response.on('end', end)
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(bytes)
  })
}
