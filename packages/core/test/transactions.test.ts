import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createDb } from '@printroom/db/client'
import { createTestDatabase } from '@printroom/db/testing/database'
import { decodeProtectedHeader } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { createKeySource } from '../src/adapters/google/keys.ts'
import { createSmtpMailer } from '../src/adapters/mail/smtp.ts'
import { SANDBOX_KEY, stripeClient } from '../src/adapters/payments/stripe.ts'
import { createReplicateClient } from '../src/adapters/engine/replicate-client.ts'
import { createLocalStorage } from '../src/adapters/storage/local.ts'
import { createUploadThingStorage } from '../src/adapters/storage/uploadthing.ts'

const { url } = await createTestDatabase()
const db = createDb(url, 2)
afterAll(() => db.$disconnect())

/** Nobody listens here: whoever is asked is refused at once, but never with our sentence. */
const NOBODY = 'http://127.0.0.1:9'
const quiet = { info() {}, warn() {}, error() {} }
const token = Buffer.from(JSON.stringify({ apiKey: 'sk_x', appId: 'x', regions: ['here'] })).toString('base64')
const stripe = stripeClient(SANDBOX_KEY, NOBODY)
const mailer = createSmtpMailer('smtp://127.0.0.1:9', 'x@example.com')
const keys = createKeySource(NOBODY, { now: () => new Date() }, quiet)
const replicate = createReplicateClient('x', NOBODY)
const far = createUploadThingStorage({
  token,
  apiUrl: NOBODY,
  ingestUrl: NOBODY,
  ufsHost: 'localhost:9',
  ufsAppIdLocation: 'path',
})
const near = createLocalStorage(tmpdir())
const jwt = { header: decodeProtectedHeader('eyJhbGciOiJSUzI1NiJ9.e30.'), payload: '', signature: '' }

const ASKED: Record<string, () => unknown> = {
  'a customer of Stripe': () => stripe.customers.retrieve('cus_x'),
  'a list of Stripe': () => stripe.checkout.sessions.list({ customer: 'cus_x' }).autoPagingToArray({ limit: 1 }),
  'a prediction of Replicate': () => replicate.predictions.get('x'),
  'the keys of Google': () => keys({ alg: 'RS256', kid: 'x' }, jwt),
  'the mail server': () => mailer.send({ to: 'x@example.com', subject: '', text: '', html: '' }),
  ...Object.fromEntries(
    [
      ['UploadThing', far],
      ['the local storage', near],
    ].flatMap(([name, storage]) =>
      Object.entries(storage as typeof near).map(([call, ask]) => [
        `${name}'s ${call}`,
        () => (ask as (...given: unknown[]) => unknown)('aa.png', Buffer.from('x'), 'image/png'),
      ]),
    ),
  ),
}

describe('inside a transaction', () => {
  it.each(Object.entries(ASKED))('%s is not asked for', async (_name, ask) => {
    const asking = db.$transaction(async (tx) => {
      await tx.user.count()
      await ask()
    })
    await expect(asking).rejects.toThrow(/was asked inside a database transaction/)
  })

  it('nor by anything that it started, however deep', async () => {
    const deep = async () => {
      await pause(1)
      await Promise.all([1, 2].map(() => near.sizeOf('aa.png')))
    }
    await expect(db.$transaction(deep)).rejects.toThrow(/The storage was asked inside/)
  })
})

it('before a transaction, after it, beside it and in a batch of statements everybody may be asked', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  let begunInside: Promise<number | null> | undefined
  const beside = near.sizeOf('aa.png')
  await db.$transaction(async (tx) => {
    await tx.user.count()
    begunInside = ended.then(() => near.sizeOf('aa.png'))
  })
  end()
  await db.$transaction([db.user.count(), db.design.count()])
  expect(await Promise.all([beside, begunInside, near.sizeOf('aa.png')])).toEqual([null, null, null])
})
