import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { openMailbox } from './mailbox.ts'
import { startProcess } from './processes.ts'
import { openSandbox } from './sandbox.ts'

/*
 * A day of a server and a worker, each a real process that logs all it can, with everything that may go wrong on the way.
 * Whatever secret came by is written down here, and none of it may stand in what the two wrote.
 */
const mailbox = await openMailbox()
const sandbox = await openSandbox()
const OPERATOR_TOKEN = 'operators-only-4711'
const testServer = await openTestServer({
  AUTH_VERIFICATION: 'on',
  SMTP_URL: mailbox.url,
  SANDBOX_URL: sandbox.url,
  PUBLIC_URL: 'http://printroom.localhost',
  OPERATOR_TOKEN,
})
const { db } = testServer.context
const env = { ...testServer.env, LOG_LEVEL: 'trace', NODE_ENV: 'development' }
const [server, worker] = await Promise.all([
  startProcess('server', env),
  startProcess('worker', { ...env, WORKER_CONCURRENCY: '1' }),
])
const png = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#0a0' } })
  .png()
  .toBuffer()

const secrets = new Map<string, string>()
const plant = (what: string, secret: string): string => {
  secrets.set(what, secret)
  return secret
}
const client = () => new Client(server)
const login = (who: Client, json: object, path = 'login') => who.fetch(`/api/auth/${path}`, { json })
/** Keeps whatever a client's cookies hold. */
function plantCookies(what: string, who: Client): void {
  for (const each of who.cookie.split('; ')) plant(`${what}: ${each.split('=')[0]}`, each.split('=')[1]!)
}

async function google(email: string): Promise<{ email: string; uid: string; idToken: string }> {
  const page = await (
    await sandbox.page('/google/choose', { origin: 'http://localhost:3000', state: 's', back: '', email, name: 'Gil' })
  ).text()
  const read = (name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(page)?.[1] ?? ''
  return { email, uid: read('uid'), idToken: read('idToken') }
}

describe('a day of sign-ins, good and bad', { timeout: 300_000 }, () => {
  const maya = client()
  const email = plant('an email', 'maya.secretive@example.com')

  it('by code, by link, from a known browser', async () => {
    await login(maya, { email }, 'register')
    plantCookies('a browser that asked', maya)
    plant('a wrong code', 'WXYZ7788')
    expect((await login(maya, { email, code: 'WXYZ-7788' })).status).toBe(401)
    expect((await login(maya, { email, code: plant('a malformed code', 'no-code-at-all-9') })).status).toBe(400)
    const code = plant('a code', mailbox.codeFor(email))
    plant('a code, as it is shown', `${code.slice(0, 4)} ${code.slice(4)}`)
    // A person who pastes the whole link in the wrong place, and a mail program that follows it with its fragment.
    await maya.fetch(`/login?email=${encodeURIComponent(email)}&code=${code}`)
    await maya.fetch(`/api/user/${email}`)
    maya.userId = (await (await login(maya, { email, code })).json()).user.id
    plantCookies('a session', maya)
    expect((await maya.fetch('/api/user')).status).toBe(200)
    await maya.fetch(`/api/designs/${maya.session}/file`)
    await maya.fetch('/api/user', { headers: { authorization: `Bearer ${maya.session}` } })
    await login(maya, { email })
    plantCookies('a known browser', maya)
  })

  it('with Google, and with tokens that are none', async () => {
    const gil = await google(plant('a Google email', 'gil.hidden@gmail.example'))
    plant('an ID token', gil.idToken)
    const who = client()
    expect((await who.fetch('/api/auth/google-login', { json: gil })).status).toBe(200)
    plantCookies('a Google session', who)
    const altered = plant('an altered ID token', `${gil.idToken.slice(0, -8)}AAAAAAAA`)
    for (const json of [
      { ...gil, idToken: altered },
      { ...gil, email: plant('a claimed email', 'victim.hidden@example.com') },
      { ...gil, idToken: '' },
    ])
      expect((await client().fetch('/api/auth/google-login', { json })).status).toBeGreaterThanOrEqual(400)
    await client().fetch(`/api/trpc/auth.google?idToken=${gil.idToken}`)
  })

  it('with API keys, those of operators, and a broken body', async () => {
    const made = await maya.fetch('/api/trpc/account.createApiKey', { json: { name: 'import', scope: 'write' } })
    const { token } = (await made.json<{ result: { data: { token: string } } }>()).result.data
    plant('an API key', token)
    for (const bearer of [token, plant('an unknown API key', `${token.slice(0, -6)}unknow`)])
      await client().fetch('/api/user', { headers: { authorization: `Bearer ${bearer}` } })
    await client().fetch(`/api/designs/${token}`, { headers: { authorization: `Bearer ${token}` } })
    for (const password of [
      plant('the operators’ token', OPERATOR_TOKEN),
      plant('a guessed token', 'guess-guess-guess-1'),
    ]) {
      await client().fetch('/metrics', { headers: { authorization: `Bearer ${password}` } })
      await client().fetch(`/ops/queue?token=${password}`, {
        headers: { authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` },
      })
    }
    await maya.fetch('/api/auth/login', {
      body: `{"email":"${email}","code":"`,
      headers: { 'content-type': 'application/json' },
    })
  })

  it('while the mail server and the database fail, in words that quote what they were given', async () => {
    mailbox.refuse(true)
    expect(
      (await login(client(), { email: plant('an email without mail', 'bounced.hidden@example.com') })).status,
    ).toBe(503)
    mailbox.refuse(false)
    const doomed = plant('an email in an error of the database', 'doomed.hidden@example.com')
    await db.$executeRawUnsafe(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no row for % at %', '${doomed}', 'postgresql://printroom:dbpass-4712@db/x'; END $$`,
    )
    plant('a password of the database', 'dbpass-4712')
    await db.$executeRawUnsafe(
      'CREATE TRIGGER refuse BEFORE INSERT ON login_codes FOR EACH ROW EXECUTE FUNCTION refuse()',
    )
    expect((await login(client(), { email: doomed })).status).toBe(500)
    await db.$executeRawUnsafe('DROP TRIGGER refuse ON login_codes')
    await db.$executeRawUnsafe('CREATE TRIGGER refuse BEFORE INSERT ON mockups FOR EACH ROW EXECUTE FUNCTION refuse()')
    const design = await (await maya.upload(png, 'sun.png')).json()
    const order = {
      design_id: design.id,
      product: 'mug',
      colour: 'mug-white',
      model_style: 'studio-product',
      background: 'off-white',
      design_size: 'small',
    }
    expect((await maya.fetch('/api/generate-mockup', { json: order })).status).toBe(422)
  })

  it('leaves no secret in what either process wrote', () => {
    const written = server.said() + worker.said()
    // They did log what went wrong, and where: otherwise this would be easy.
    expect(server.said()).toContain('/api/auth/login')
    for (const said of [server.said(), worker.said()]) expect(said).toContain('no row for [hidden] at')
    expect(server.said()).toContain('the mail server did not take a mail')
    expect(server.said()).toContain('a Google token was refused')
    expect(secrets.size).toBeGreaterThan(20)
    const found = [...secrets].filter(([, secret]) =>
      [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].some((form) =>
        written.includes(form),
      ),
    )
    expect(found.map(([what]) => what)).toEqual([])
    for (const line of written.trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow()
  })
})
