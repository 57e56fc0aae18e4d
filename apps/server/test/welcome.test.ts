import { describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'

const testServer = await openTestServer()
const { db } = testServer.context

/** Makes an account and answers its credits. */
async function creditsOf(email: string): Promise<number> {
  const client = await new Client(testServer).register(email)
  return (await (await client.fetch('/api/user')).json()).credits
}

describe('the credits of a new account', () => {
  it.each([
    [
      'of Google, whatever its dots, its tags and its domain',
      [
        'maya.oduya@gmail.com',
        'mayaoduya@gmail.com',
        'm.a.y.a.o.d.u.y.a@gmail.com',
        'maya.oduya+shop@gmail.com',
        'MayaOduya@GoogleMail.com',
        'maya.oduya+a+b@googlemail.com',
      ],
    ],
    [
      'elsewhere, whatever its tags',
      ['maya@example.com', 'maya+shop@example.com', 'maya+@example.com', 'Maya+two+tags@Example.com'],
    ],
  ])('come once a mailbox: %s', async (_, emails) => {
    const credits: number[] = []
    for (const email of emails) credits.push(await creditsOf(email))
    expect(credits).toEqual([10, ...Array(emails.length - 1).fill(0)])
  })

  it('come once, when all the names of a mailbox sign up at the same time', async () => {
    const credits = await Promise.all(Array.from({ length: 12 }, (_, at) => creditsOf(`crowd+${at}@example.com`)))
    expect(credits.toSorted((a, b) => b - a)).toEqual([10, ...Array(11).fill(0)])
  })

  it('come to each of those who are not one', async () => {
    const others = [
      'a.b@example.com',
      'ab@example.com',
      'gmail.com@example.com',
      'dotted.name@gmail.example',
      'dottedname@gmail.example',
      '+tag@example.com',
      '+other@example.com',
      'tag@sub.gmail.com',
      't.ag@sub.gmail.com',
    ]
    for (const email of others) expect([email, await creditsOf(email)]).toEqual([email, 10])
  })

  it('come no second time to an account that had them before mailboxes were told apart, and was deleted', async () => {
    await db.$executeRaw`INSERT INTO welcome_grants (email_hash) VALUES (text_fingerprint('before.dots+tag@gmail.com'))`
    expect(await creditsOf('before.dots+tag@gmail.com')).toBe(0)
  })

  it('are kept once by the database as well', async () => {
    const first = await new Client(testServer).register('guarded@example.com')
    const second = await new Client(testServer).register('guarded+2@example.com')
    const entry = (userId: string) =>
      ({ data: { userId, amount: 10, bucket: 'topup', reason: 'signup', idempotencyKey: `again:${userId}` } }) as const
    for (const { userId } of [first, second])
      await expect(db.creditEntry.create(entry(userId))).rejects.toThrow(/has had its welcome credits/)
    expect(JSON.stringify(await db.welcomeGrant.findMany())).not.toContain('guarded')
  })
})
