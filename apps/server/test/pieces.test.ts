import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'

/*
 * A body that comes in very many very small pieces costs this process its time, not its sender. How many of them the server
 * takes is counted, because how long it takes for them depends on what else this machine does.
 */
const testServer = await openTestServer()
const maya = await new Client(testServer).register('maya@example.com')

const SENTENCE = 'This body comes in too many small pieces. Send it in larger ones.'
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data; boundary=x'
const MANY = 200_000

/** Sends a body piece by piece, each a chunk of its own, until it is at its end or the answer is there. */
async function sendInPieces(path: string, type: string, body: Buffer, pieceBytes: number) {
  const cookie = path.startsWith('/api/auth/') ? '' : maya.cookie
  const asked = request(testServer.url + path, {
    method: 'POST',
    headers: { 'content-type': type, cookie, 'transfer-encoding': 'chunked' },
  })
  let answer: IncomingMessage | undefined
  const answered = once(asked, 'response').then(([message]) => (answer = message as IncomingMessage))
  let pieces = 0
  for (let at = 0; at < body.length && !answer; at += pieceBytes, pieces += 1)
    if (!asked.write(body.subarray(at, at + pieceBytes))) await Promise.race([once(asked, 'drain'), answered])
  asked.on('error', () => undefined) // the connection ends with a refusal, while we may still be sending
  asked.end()
  const { statusCode } = await answered
  return { status: statusCode, body: JSON.parse(await text(answer!)) as { error?: string; id?: string }, pieces }
}

const part =
  '--x\r\ncontent-disposition: form-data; name="design"; filename="sun.png"\r\ncontent-type: image/png\r\n\r\n'
const formOf = (bytes: Buffer) => Buffer.concat([Buffer.from(part), bytes, Buffer.from('\r\n--x--\r\n')])
const sentence = (body: string, chars: number) => Buffer.from(body.padEnd(chars))

describe('a body in pieces of one byte', () => {
  it.each([
    ['of nobody who signs in', '/api/auth/login', JSON_TYPE, sentence('{}', MANY)],
    ['over tRPC', '/api/trpc/auth.login', JSON_TYPE, sentence('{}', MANY)],
    ['of an order', '/api/generate-mockup', JSON_TYPE, sentence('{}', MANY)],
    ['of an upload', '/api/designs', FORM_TYPE, formOf(Buffer.alloc(MANY))],
  ])('is refused before it is read: %s', { timeout: 60_000 }, async (_, path, type, body) => {
    const { status, body: answer, pieces } = await sendInPieces(path, type, body, 1)
    expect([status, answer]).toMatchObject([400, { error: SENTENCE, code: 'bad_input' }])
    // What stands in the connection's buffers has been sent as well.
    expect(pieces).toBeLessThan(MANY)
  })

  it('is taken when they are few', async () => {
    const { status } = await sendInPieces(
      '/api/auth/register',
      JSON_TYPE,
      sentence('{"email":"noor@example.com"}', 1_500),
      1,
    )
    expect(status).toBe(200)
  })
})

it('a body in pieces as programs cut them is taken, however long it is', { timeout: 60_000 }, async () => {
  await testServer.needWorker()
  // What stands behind the end of a picture is not looked at.
  const png = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#ff0000' } })
    .png()
    .toBuffer()
  const long = Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024)])
  const { status, body } = await sendInPieces('/api/designs', FORM_TYPE, formOf(long), 256)
  expect([status, body]).toMatchObject([201, { id: expect.any(String) }])
})
