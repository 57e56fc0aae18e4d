import { UPLOADS_AT_ONCE } from '@printroom/contract/limits'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { Client, openTestServer } from './harness.ts'

// No worker runs: an upload that was read waits for one.
const testServer = await openTestServer()
const { db } = testServer.context
const [maya, noor] = [
  await new Client(testServer).register('maya@example.com'),
  await new Client(testServer).register('noor@example.com'),
]
const png = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#ff0000' } })
  .png()
  .toBuffer()

const MORE = 8

function send(who: Client): AbortController {
  const form = new FormData()
  form.set('design', new File([new Uint8Array(png)], 'sun.png', { type: 'image/png' }))
  const leaving = new AbortController()
  who.fetch('/api/designs', { method: 'POST', body: form, signal: leaving.signal }).catch(() => undefined)
  return leaving
}
const readOf = ({ userId }: Client) => db.upload.count({ where: { userId } })
const untilRead = (who: Client, uploads: number) =>
  vi.waitFor(async () => expect(await readOf(who)).toBe(uploads), { timeout: 60_000, interval: 20 })

it('of one account a few uploads are in memory at once, the others wait in the network, and nobody waits for them', async () => {
  const first = Array.from({ length: UPLOADS_AT_ONCE }, () => send(maya))
  await untilRead(maya, UPLOADS_AT_ONCE)
  const more = Array.from({ length: MORE }, () => send(maya))
  const others = send(noor)
  await untilRead(noor, 1)
  expect(await readOf(maya)).toBe(UPLOADS_AT_ONCE)
  // Whoever goes away gives their place up.
  first[0]?.abort()
  await untilRead(maya, UPLOADS_AT_ONCE + 1)
  for (const leaving of [...first, ...more, others]) leaving.abort()
  testServer.server.closeAllConnections() // `fetch` opens new ones for those that it cut
}, 60_000)
