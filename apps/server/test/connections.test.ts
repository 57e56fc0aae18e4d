import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createLucia } from '@printroom/core/domain/auth/lucia'
import { openSession } from '@printroom/core/domain/auth/sessions'
import Fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { cutLateArrivalsOnClose, timeoutsFor } from '../src/http/connections.ts'
import { Client, openTestServer } from './harness.ts'

// The time-outs of the real server are those of the first test; here they are short, so that nobody has to wait for them,
// and longer than a busy machine lets a process stand.
const testServer = await openTestServer({}, { timeouts: { request: 3_000, headers: 2_500, linger: 300 } })
const [patient, unread] = [await openTestServer(), await openTestServer({}, { timeouts: { silence: 5_000 } })]
// Uploads are cut where every other request may take long: after a busy machine stood for a while both would be overdue.
const uploads = await openTestServer({}, { timeouts: { upload: 2_500, linger: 300 } })
const maya = await new Client(testServer).register('maya@example.com')
const port = Number(new URL(testServer.url).port)
const BYTE_EVERY_MS = 40
/** A limit that only a hang reaches. */
const PATIENCE = { timeout: 60_000 }

const head = (request: string, headers: Record<string, string | number> = {}) =>
  `${request} HTTP/1.1\r\nhost: localhost:${port}\r\n${Object.entries({
    'content-type': 'application/json',
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

type Line = { socket: Socket; said: () => string; closed: Promise<unknown> }
/** A connection of its own that says `first`, and then `dripping` again and again for as long as it is let, whatever it is answered. */
function dial(first: string, { dripping = '', to = port } = {}): Line {
  const socket = connect({ port: to, host: '127.0.0.1', allowHalfOpen: dripping !== '' })
  let said = ''
  socket.on('data', (chunk) => (said += chunk))
  socket.on('error', () => undefined) // cut off while it was sending
  socket.write(first)
  const drip = dripping ? setInterval(() => socket.writable && socket.write(dripping), BYTE_EVERY_MS) : undefined
  const closed = new Promise((resolve) => socket.once('close', resolve)).finally(() => clearInterval(drip))
  return { socket, said: () => said, closed }
}

const statusIn = (said: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)
const bodyIn = (said: string): { error: string; code: string } => JSON.parse(said.split('\r\n\r\n')[1]!)

describe('a request', () => {
  it('has 30 seconds to arrive, at the real server', () => {
    expect(timeoutsFor(120)).toEqual({
      request: 30_000,
      upload: 30_000,
      photograph: 400_000,
      headers: 10_000,
      silence: 180_000,
      linger: 1_000,
    })
    expect(patient.server).toMatchObject({
      requestTimeout: 401_000,
      headersTimeout: 10_000,
      timeout: 180_000,
      connectionsCheckingInterval: 1_000,
    })
  })

  const SLOW: Record<string, [request: string, headers?: Record<string, string>]> = {
    'a sign-in': ['POST /api/auth/login'],
    'a sign-in over tRPC': ['POST /api/trpc/auth.login'],
    'a batch over tRPC': ['POST /api/trpc/auth.logout,auth.logout?batch=1'],
    'a webhook of Stripe': ['POST /api/stripe/webhook', { 'stripe-signature': 't=1,v1=00' }],
    'a download': ['POST /api/mockups/download', { cookie: maya.cookie }],
    'a change': ['PATCH /api/designs/0199f3a2-7c1e-7b7e-9d3c-2f1d8e5b6a70', { cookie: maya.cookie }],
    'a path that is not there': ['POST /nothing'],
  }
  it.concurrent.each(Object.entries(SLOW))('that comes a byte at a time is cut: %s', async (_, [request, headers]) => {
    const line = dial(head(request, { ...headers, 'content-length': 100_000 }), { dripping: '{' })
    await line.closed
    expect([statusIn(line.said()), bodyIn(line.said()).code]).toEqual([408, 'request_timeout'])
  })

  it('without a length that never ends is cut', async () => {
    const line = dial(head('POST /api/auth/login', { 'transfer-encoding': 'chunked' }), { dripping: '1\r\n{\r\n' })
    await line.closed
    expect(statusIn(line.said())).toBe(408)
  })

  it('that is an upload says so', async () => {
    const part =
      '--x\r\ncontent-disposition: form-data; name="design"; filename="sun.png"\r\ncontent-type: image/png\r\n\r\n'
    const { cookie } = await new Client(uploads).register('maya@example.com')
    const line = dial(
      head('POST /api/designs', {
        cookie,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 100_000,
      }) + part,
      { dripping: 'p', to: Number(new URL(uploads.url).port) },
    )
    await line.closed
    expect([statusIn(line.said()), bodyIn(line.said())]).toEqual([
      408,
      { error: 'Upload timeout', code: 'upload_timeout' },
    ])
  })

  it('that is a photograph comes whole however slow it is, while others are cut', async () => {
    const field = (name: string, rest = '') => `--x\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`
    const part = `${field('product')}mug\r\n${field('side')}front\r\n${field('photograph', '; filename="sun.jpg"')}`
    const body = `${part}no picture\r\n--x--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': body.length }
    const slow = dial(head('POST /api/scenes', { ...headers, cookie: maya.cookie }) + part)
    const other = dial(head('POST /api/auth/login', { 'content-length': 100_000 }), { dripping: '{' })
    await other.closed // the upload began before it
    expect([statusIn(other.said()), slow.said()]).toEqual([408, ''])
    slow.socket.write(body.slice(part.length))
    await vi.waitFor(() => expect(statusIn(slow.said())).toBe(415), PATIENCE)
    slow.socket.destroy()
  })

  it('whose headers do not end is cut, and so is a connection that never says anything', async () => {
    const [slow, silent] = [dial('GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ', { dripping: 'a' }), dial('')]
    await Promise.all([slow.closed, silent.closed])
    expect(statusIn(slow.said())).toBe(408)
  })

  it('whose headers are too long, or that is no HTTP, is told so in our own words', async () => {
    const long = dial(head('GET /', { 'x-long': 'a'.repeat(64 * 1024) }))
    await long.closed
    expect([statusIn(long.said()), bodyIn(long.said()).code]).toEqual([431, 'headers_too_large'])
    const odd = dial('HELO printroom\r\n\r\n')
    await odd.closed
    expect([statusIn(odd.said()), bodyIn(odd.said()).code]).toEqual([400, 'bad_input'])
  })
})

describe('a refusal that comes before the body', () => {
  const EARLY: Record<string, [status: number, request: string, headers?: Record<string, string | number>]> = {
    'an upload of nobody': [401, 'POST /api/designs', { 'content-type': 'multipart/form-data; boundary=x' }],
    'another site’s': [403, 'POST /api/auth/login', { origin: 'https://evil.example' }],
    'a body of an unknown type': [400, 'POST /api/auth/login', { 'content-type': 'application/x-unknown' }],
    'a body that says it is too long': [413, 'POST /api/auth/login', { 'content-length': 50 * 1024 * 1024 }],
    'an upload that says it is none': [
      400,
      'POST /api/designs',
      { cookie: maya.cookie, 'content-type': 'application/x-unknown' },
    ],
  }
  it.each(Object.entries(EARLY))('is the last answer of its connection: %s', async (_, [status, request, headers]) => {
    const line = dial(head(request, { 'content-length': 900_000, ...headers }), { dripping: 'x'.repeat(100) })
    await new Promise((resolve) => line.socket.once('end', resolve))
    expect(statusIn(line.said())).toBe(status)
    expect(line.said()).toMatch(/\r\nconnection: close\r\n/i)
    // It goes on sending and does not hang up: then we do, sooner than the time that a request has.
    await line.closed
  })

  it('is read by a client that is still sending', async () => {
    const bytes = new Uint8Array(9 * 1024 * 1024)
    for (let turn = 0; turn < 10; turn += 1) {
      const answer = await new Client(patient).upload(bytes)
      expect([answer.status, (await answer.json()).error]).toEqual([401, 'Please sign in.'])
    }
  })

  it('of a body that came whole leaves the connection open', async () => {
    const line = dial(head('POST /api/auth/login', { 'content-length': 2, 'content-type': 'application/json' }) + '{}')
    await vi.waitFor(() => expect(statusIn(line.said())).toBe(400), PATIENCE)
    line.socket.write(head('GET /healthz', { connection: 'close' }))
    await once(line.socket, 'end')
    expect(line.said().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
    line.socket.destroy()
  })
})

describe('a server that closes', () => {
  it('waits for no connection that says nothing, or does not come to an end', async () => {
    const closing = await openTestServer({}, { timeouts: { request: 2_000, headers: 1_500 } })
    const lines = ['', head('POST /api/auth/login', { 'content-length': 100_000 }), 'GET / HTTP/1.1\r\nx-slow: '].map(
      (first) => dial(first, { dripping: first && 'a', to: Number(new URL(closing.url).port) }),
    )
    await vi.waitFor(() => expect(lines.every(({ socket }) => !socket.connecting)).toBe(true), PATIENCE)
    await closing.close()
    await Promise.all(lines.map(({ closed }) => closed))
  })

  it('leaves alone what was asked without a connection', async () => {
    const bare = Fastify().get('/', async () => 'here')
    const timeouts = timeoutsFor(120)
    cutLateArrivalsOnClose(bare, timeouts)
    expect((await bare.inject('/')).body).toBe('here')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      await bare.close()
      vi.advanceTimersByTime(timeouts.request)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('an answer that nobody takes', () => {
  it('is given up', async () => {
    const big = 64 * 1024 * 1024
    const { db, storage } = unread.context
    const { id: userId } = await db.user.create({ data: { email: 'reader@example.com' } })
    const cookie = (await openSession(unread.context, createLucia(db, false), userId, 'Firefox on Linux')).split(
      ';',
    )[0]!
    await storage.put('design-unread.png', Buffer.alloc(big), 'image/png')
    const { id } = await db.design.create({
      data: {
        userId,
        filename: 'sun.png',
        width: 9,
        height: 9,
        fileSize: big,
        fileKey: 'design-unread.png',
        thumbnailKey: 'design-unread.webp',
      },
    })
    const connection = once(unread.server, 'connection') as Promise<[Socket]>
    const reader = connect({ port: Number(new URL(unread.url).port), host: '127.0.0.1' })
    const [ours] = await connection
    reader.write(head(`GET /api/designs/${id}/file`, { cookie })) // and never reads
    await once(ours, 'close')
    expect(ours.bytesWritten).toBeGreaterThan(1_000)
    expect(ours.bytesWritten).toBeLessThan(big)
    reader.destroy()
  })
})
