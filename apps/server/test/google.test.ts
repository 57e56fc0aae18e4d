import { createServer } from 'node:http'
import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair, type JWTPayload } from 'jose'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { openMailbox } from './mailbox.ts'

const PROJECT = 'printroom-sandbox'
const [ours, theirs] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')]
let served: { status: number; keys: object[] } = {
  status: 200,
  keys: [{ ...(await exportJWK(ours.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }],
}
const published = served
const asked: string[] = []
const google = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(served.status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: served.keys }))
})
await new Promise<void>((resolve) => void google.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise<void>((resolve) => void google.close(() => resolve())))
const { port } = google.address() as { port: number }

const mailbox = await openMailbox()
const settings = { AUTH_VERIFICATION: 'on', SMTP_URL: mailbox.url, SANDBOX_URL: `http://127.0.0.1:${port}` }
const testServer = await openTestServer(settings)
const { db } = testServer.context

const now = () => Math.floor(Date.now() / 1000)
const person = (email: string, uid = `uid-${email}`) => ({ email, uid, displayName: 'Somebody' })
const claimsOf = ({ email, uid }: { email: string; uid: string }): JWTPayload => ({
  iss: `https://securetoken.google.com/${PROJECT}`,
  aud: PROJECT,
  sub: uid,
  iat: now(),
  auth_time: now(),
  exp: now() + 3600,
  email,
  email_verified: true,
  firebase: { sign_in_provider: 'google.com', identities: {} },
})
const sign = (claims: JWTPayload, kid = 'k1', key = ours.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
const enter = (who: Client, body: object) => who.fetch('/api/auth/google-login', { json: body })
const client = (at = testServer) => new Client(at)

beforeEach(() => {
  served = published
})

describe('a Google token', () => {
  it('lets its owner in, and makes the account at the first time', async () => {
    const gil = person('gil@example.com')
    const who = client()
    const answer = await enter(who, { ...gil, idToken: await sign(claimsOf(gil)) })
    expect([answer.status, (await answer.json()).user.email]).toEqual([200, 'gil@example.com'])
    expect((await who.fetch('/api/user')).status).toBe(200)
    expect(await db.user.findUnique({ where: { email: 'gil@example.com' } })).toMatchObject({
      googleUid: gil.uid,
      emailVerifiedAt: expect.any(Date),
    })
  })

  const eve = person('eve@example.com')
  const hmac = new TextEncoder().encode('a secret of more than thirty-two bytes, all ours')
  const REFUSED: Record<string, () => Promise<string> | string> = {
    'signed by nobody (alg none)': () => new UnsecuredJWT(claimsOf(eve)).encode(),
    'signed with a shared secret (HS256)': () =>
      new SignJWT(claimsOf(eve)).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(hmac),
    'signed with the public key as a secret': async () =>
      new SignJWT(claimsOf(eve))
        .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
        .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(ours.publicKey)))),
    'signed by another key under our key id': () => sign(claimsOf(eve), 'k1', theirs.privateKey),
    'of an unknown key': () => sign(claimsOf(eve), 'k9', theirs.privateKey),
    'without a key id that is right': () => sign(claimsOf(eve), '', theirs.privateKey),
    'for another project': () => sign({ ...claimsOf(eve), aud: 'another-project' }),
    'of another issuer': () => sign({ ...claimsOf(eve), iss: 'https://securetoken.google.com/another-project' }),
    'of Google itself, not Firebase': () => sign({ ...claimsOf(eve), iss: 'https://accounts.google.com' }),
    expired: () => sign({ ...claimsOf(eve), exp: now() - 60 }),
    'without an end': () => sign({ ...claimsOf(eve), exp: undefined }),
    'issued in the future': () => sign({ ...claimsOf(eve), iat: now() + 300 }),
    'of a sign-in in the future': () => sign({ ...claimsOf(eve), auth_time: now() + 300 }),
    'without a sign-in time': () => sign({ ...claimsOf(eve), auth_time: undefined }),
    'of nobody (empty sub)': () => sign({ ...claimsOf(eve), sub: '' }),
    'of nobody (no sub)': () => sign({ ...claimsOf(eve), sub: undefined }),
    'whose email is not verified': () => sign({ ...claimsOf(eve), email_verified: false }),
    'that says nothing of its email’s verification': () => sign({ ...claimsOf(eve), email_verified: undefined }),
    'without an email': () => sign({ ...claimsOf(eve), email: undefined }),
    'of another provider': () => sign({ ...claimsOf(eve), firebase: { sign_in_provider: 'password' } }),
    'of another email than the body’s': () => sign({ ...claimsOf(eve), email: 'mallory@example.com' }),
    'of another person than the body’s': () => sign({ ...claimsOf(eve), sub: 'uid-mallory' }),
    'altered by one byte': async () =>
      (await sign(claimsOf(eve)))
        .replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
        .replace(/\.(.)/, (_, first: string) => `.${first === 'e' ? 'f' : 'e'}`),
    'that is no token': () => 'not.a.token',
  }
  it.each(Object.entries(REFUSED))('%s is refused', async (_, token) => {
    const answer = await enter(client(), { ...eve, idToken: await token() })
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'invalid_credentials'])
    expect(await db.user.count({ where: { email: eve.email } })).toBe(0)
  })

  it('is needed: what the body says alone is believed by nobody', async () => {
    expect((await enter(client(), eve)).status).toBe(401)
  })
})

describe('the keys', () => {
  it('come from the endpoint once, and serve on while it is down', async () => {
    const [ann, bob] = [person('ann@example.com'), person('bob@example.com')]
    expect((await enter(client(), { ...ann, idToken: await sign(claimsOf(ann)) })).status).toBe(200)
    const before = asked.length
    served = { status: 500, keys: [] }
    expect((await enter(client(), { ...bob, idToken: await sign(claimsOf(bob)) })).status).toBe(200)
    expect(asked.length).toBe(before)
  })

  it('that were never had are waited for with a 503', async () => {
    served = { status: 500, keys: [] }
    const fresh = await openTestServer(settings)
    const ann = person('ann@example.com')
    const down = await enter(client(fresh), { ...ann, idToken: await sign(claimsOf(ann)) })
    expect([down.status, (await down.json()).code]).toEqual([503, 'unready'])
    served = published
    expect((await enter(client(fresh), { ...ann, idToken: await sign(claimsOf(ann)) })).status).toBe(200)
  })
})

describe('an account that somebody opened before its owner came', () => {
  /** What an attacker could leave behind while verification was off: an account with a victim's email, and ways into it. */
  async function hijack(email: string, googleUid?: string) {
    const { id } = await db.user.create({ data: { email, googleUid } })
    const attacker = client()
    const lucia = await import('@printroom/core/domain/auth/lucia')
    const { openSession } = await import('@printroom/core/domain/auth/sessions')
    attacker.keep(await openSession(testServer.context, lucia.createLucia(db, false), id, 'Attacker'))
    await db.trustedDevice.create({ data: { userId: id, tokenHash: `hash-${id}` } })
    await db.apiKey.create({ data: { userId: id, name: 'k', tokenHash: `key-${id}`, ending: 'abcd', scope: 'write' } })
    expect((await attacker.fetch('/api/user')).status).toBe(200)
    return { attacker, id }
  }
  const waysIn = async (userId: string) => [
    await db.session.count({ where: { userId } }),
    await db.trustedDevice.count({ where: { userId, tokenHash: { startsWith: 'hash-' } } }),
    await db.apiKey.count({ where: { userId } }),
  ]
  const proveByMail = async (email: string) => {
    const owner = client()
    await owner.fetch('/api/auth/login', { json: { email } })
    const answer = await owner.fetch('/api/auth/login', { json: { email, code: mailbox.codeFor(email) } })
    expect(answer.status).toBe(200)
    return owner
  }

  it('classic-federated merge: the owner’s first sign-in with Google shuts everybody else out', async () => {
    const owner = person('merge@example.com')
    const { attacker, id } = await hijack(owner.email)
    const entered = await enter(client(), { ...owner, idToken: await sign(claimsOf(owner)) })
    expect((await entered.json()).user.id).toBe(id)
    expect((await attacker.fetch('/api/user')).status).toBe(401)
    expect(await waysIn(id)).toEqual([1, 0, 0])
  })

  it('unexpired session: one kept open since before ends with the owner’s first code', async () => {
    const { attacker, id } = await hijack('unexpired@example.com')
    const owner = await proveByMail('unexpired@example.com')
    expect((await attacker.fetch('/api/user')).status).toBe(401)
    expect((await owner.fetch('/api/user')).status).toBe(200)
    expect(await waysIn(id)).toEqual([1, 0, 0])
  })

  it('trojan identifier: a Google account tied to it before is no way in, neither before nor after', async () => {
    const mallory = person('mallory@gmail.example')
    const { id } = await hijack('trojan@example.com', mallory.uid)
    const before = await enter(client(), { ...mallory, idToken: await sign(claimsOf(mallory)) })
    expect((await before.json()).user.id).not.toBe(id)
    await proveByMail('trojan@example.com')
    const after = await enter(client(), { ...mallory, idToken: await sign(claimsOf(mallory)) })
    expect((await after.json()).user.id).not.toBe(id)
    expect((await db.user.findUniqueOrThrow({ where: { id } })).googleUid).toBeNull()
  })

  it('unexpired email change: nothing changes an email, and codes asked for before are void after the first proof', async () => {
    const { id } = await hijack('change@example.com')
    const attacker = client()
    await attacker.fetch('/api/auth/login', { json: { email: 'change@example.com' } })
    const stale = mailbox.codeFor('change@example.com')
    await proveByMail('change@example.com')
    expect(
      (await attacker.fetch('/api/auth/login', { json: { email: 'change@example.com', code: stale } })).status,
    ).toBe(401)
    expect((await db.user.findUniqueOrThrow({ where: { id } })).email).toBe('change@example.com')
  })

  it('non-verifying identity provider: an email that Google has not verified ties nothing to it', async () => {
    const mallory = person('nonverified@example.com', 'uid-mallory-2')
    expect(
      (await enter(client(), { ...mallory, idToken: await sign({ ...claimsOf(mallory), email_verified: false }) }))
        .status,
    ).toBe(401)
    const owner = await proveByMail('nonverified@example.com')
    expect(
      (await enter(client(), { ...mallory, idToken: await sign({ ...claimsOf(mallory), email_verified: false }) }))
        .status,
    ).toBe(401)
    expect(await db.session.count({ where: { user: { email: 'nonverified@example.com' } } })).toBe(1)
    expect((await owner.fetch('/api/user')).status).toBe(200)
  })
})
