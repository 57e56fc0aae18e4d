import { describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { openMailbox } from './mailbox.ts'
import { runToEnd, startProcess } from './processes.ts'

const mailbox = await openMailbox()
const testServer = await openTestServer()
const SAFE = {
  DATABASE_URL: testServer.env.DATABASE_URL!,
  DATA_DIR: testServer.env.DATA_DIR!,
  PORT: '0',
  NODE_ENV: 'production',
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Printroom <hello@printroom.example>',
  PUBLIC_URL: 'https://printroom.example',
}
const production = await startProcess('server', SAFE)

describe('in production the server', () => {
  const { SMTP_URL: _mailer, ...noMailer } = SAFE
  const { PUBLIC_URL: _address, ...noAddress } = SAFE
  const REFUSED: Record<string, [Record<string, string>, RegExp]> = {
    'without a mailer': [noMailer, /AUTH_VERIFICATION=on needs a mailer.*SMTP_URL/],
    'with an empty mailer': [{ ...SAFE, SMTP_URL: '' }, /AUTH_VERIFICATION=on needs a mailer/],
    'without verification': [
      { ...SAFE, AUTH_VERIFICATION: 'off' },
      /AUTH_VERIFICATION=off lets anybody sign in as anybody/,
    ],
    'without an address for its links': [noAddress, /PUBLIC_URL/],
    'without limits, without TLS and with the webhook secret of compose’s sandbox': [
      {
        ...SAFE,
        RATE_LIMITS: 'off',
        PUBLIC_URL: 'http://printroom.example',
        STRIPE_WEBHOOK_SECRET: 'whsec_of_the_sandbox',
      },
      /RATE_LIMITS: [^]*PUBLIC_URL: .*https[^]*STRIPE_WEBHOOK_SECRET: this is the sandbox/,
    ],
    'with the sandbox in reach': [{ ...SAFE, SANDBOX_URL: 'http://127.0.0.1:3001' }, /SANDBOX_URL/],
  }
  it.each(Object.entries(REFUSED))('does not start %s', { timeout: 180_000 }, async (_, [env, reason]) => {
    const { code, said } = await runToEnd('server', env)
    expect(code).toBe(1)
    expect(said).toMatch(reason)
    expect(said).not.toContain('server is listening')
  })

  const { DATABASE_URL, DATA_DIR, PORT } = SAFE
  it.each([
    ['for the network', { HOST: '0.0.0.0' }, 'HOST=0.0.0.0'],
    ['with a public address', { PUBLIC_URL: 'https://printroom.example' }, 'PUBLIC_URL=https://printroom.example'],
    ['behind a proxy', { TRUSTED_PROXIES: '10.0.0.0/8' }, 'TRUSTED_PROXIES=10.0.0.0/8'],
    [
      'with a live key',
      {
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        STRIPE_PRICE_STARTER: 'a',
        STRIPE_PRICE_PRO: 'b',
        STRIPE_PRICE_AGENCY: 'c',
        STRIPE_PRICE_TOPUP_50: 'd',
      },
      'a live key',
    ],
  ])('nor, with NODE_ENV unset and no verification, %s', { timeout: 180_000 }, async (_, env, names) => {
    const { code, said } = await runToEnd('server', { DATABASE_URL, DATA_DIR, PORT, ...env })
    expect([code, said]).toEqual([1, expect.stringMatching(/AUTH_VERIFICATION=off.*allowed on a loopback HOST/)])
    expect(said).toContain(names)
  })
})

describe('the cookies of production', () => {
  it('are the host’s own, for https alone, and no script’s', async () => {
    const who = new Client(production)
    const asked = await who.fetch('/api/auth/login', { json: { email: 'maya@example.com' } })
    const entered = await who.fetch('/api/auth/login', {
      json: { email: 'maya@example.com', code: mailbox.codeFor('maya@example.com') },
    })
    expect([asked.status, entered.status]).toEqual([202, 200])
    const cookies = [...asked.headers.getSetCookie(), ...entered.headers.getSetCookie()]
    expect(cookies.map((each) => each.split('=')[0])).toEqual([
      '__Host-printroom_browser',
      '__Host-printroom_browser',
      '__Host-printroom_session',
    ])
    for (const cookie of cookies) {
      const attributes = cookie
        .split('; ')
        .slice(1)
        .map((each) => each.toLowerCase())
      expect(attributes).toEqual(expect.arrayContaining(['httponly', 'secure', 'samesite=lax', 'path=/']))
      expect(attributes.filter((each) => each.startsWith('domain'))).toEqual([])
    }
    expect((await who.fetch('/api/user')).status).toBe(200)
    expect((await who.fetch('/api/user')).headers.get('strict-transport-security')).toBe(
      'max-age=63072000; includeSubDomains',
    )
    const out = await who.fetch('/api/auth/logout', {
      method: 'POST',
      headers: { origin: 'https://printroom.example' },
    })
    expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-printroom_session=;.*Secure/)
  })
})
