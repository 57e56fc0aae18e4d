import { describe, expect, it } from 'vitest'
import { parseEnv } from '../src/env.ts'
import { assertSafeStart } from '../src/boot/safe-start.ts'
import { isLoopback } from '../src/exposure.ts'

const HERE = { DATABASE_URL: 'postgresql://u@localhost/x' }
const LIVE = {
  ...HERE,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://printroom.example',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Printroom <hello@printroom.example>',
  TRUSTED_PROXIES: '10.0.0.0/8',
}
const prices = Object.fromEntries(
  ['STARTER', 'PRO', 'AGENCY', 'TOPUP_50'].map((name) => [`STRIPE_PRICE_${name}`, `price_${name}`]),
)
const stripe = (key: string) => ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_0123456789', ...prices })
const start = (env: Record<string, string>) => () => assertSafeStart(parseEnv(env))

describe('a server on one’s own machine', () => {
  it.each([
    ['with nothing set', {}],
    ['at a loopback address, with a loopback one for its links', { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }],
    ['by name', { HOST: 'localhost', PUBLIC_URL: 'http://printroom.localhost:3000' }],
    ['with the sandbox and without limits', { SANDBOX_URL: 'http://127.0.0.1:3001', RATE_LIMITS: 'off' }],
    ['with a key for tests of Stripe’s', stripe('sk_test_51Habc')],
    ['with codes by mail', { AUTH_VERIFICATION: 'on', SMTP_URL: 'smtp://127.0.0.1:2525' }],
  ])('starts %s', (_, env) => {
    expect(start({ ...HERE, ...env })).not.toThrow()
  })
})

describe('a server that any one setting says others reach', () => {
  const REACHED: Record<string, [env: Record<string, string>, names: string]> = {
    'an address of the network': [{ HOST: '0.0.0.0' }, 'HOST=0.0.0.0'],
    'every address': [{ HOST: '::' }, 'HOST=::'],
    'a name of the network': [{ HOST: 'printroom.lan' }, 'HOST=printroom.lan'],
    'a public address': [{ PUBLIC_URL: 'https://printroom.example' }, 'PUBLIC_URL=https://printroom.example'],
    'a public address without TLS': [{ PUBLIC_URL: 'http://192.168.1.7:3000' }, 'PUBLIC_URL=http://192.168.1.7:3000'],
    'an address that only begins like ours': [
      { PUBLIC_URL: 'https://localhost.example' },
      'PUBLIC_URL=https://localhost.example',
    ],
    'a proxy': [{ TRUSTED_PROXIES: '127.0.0.1' }, 'TRUSTED_PROXIES=127.0.0.1'],
    'a live key': [stripe('sk_live_51Habc'), 'STRIPE_SECRET_KEY, a live key'],
    'a live key of fewer rights': [stripe('rk_live_51Habc'), 'STRIPE_SECRET_KEY, a live key'],
  }
  const mailer = { AUTH_VERIFICATION: 'on', SMTP_URL: 'smtp://127.0.0.1:2525' }

  it.each(Object.entries(REACHED))('does not sign in by an email alone: %s', (_, [env, names]) => {
    for (const more of [{}, { AUTH_VERIFICATION: 'off' }] as Record<string, string>[]) {
      expect(start({ ...HERE, ...env, ...more })).toThrow(
        /^AUTH_VERIFICATION=off lets anybody sign in as anybody.*Set AUTH_VERIFICATION=on\.$/,
      )
      expect(start({ ...HERE, ...env, ...more })).toThrow(names)
    }
    expect(start({ ...HERE, ...env, ...mailer })).not.toThrow()
  })

  it.each(Object.entries(REACHED))('has limits and takes no play money: %s', (_, [env, names]) => {
    expect(start({ ...HERE, ...env, ...mailer, RATE_LIMITS: 'off' })).toThrow(/^RATE_LIMITS=off/)
    expect(start({ ...HERE, ...env, ...mailer, SANDBOX_URL: 'http://127.0.0.1:3001' })).toThrow(/^SANDBOX_URL/)
    expect(start({ ...HERE, ...env, ...mailer, RATE_LIMITS: 'off' })).toThrow(names)
  })

  it('names no secret', () => {
    expect(start({ ...HERE, ...stripe('sk_live_51Habc') })).not.toThrow('51Habc')
  })
})

describe('production', () => {
  it('starts with what it needs', () => {
    expect(start(LIVE)).not.toThrow()
    expect(start({ ...LIVE, ...stripe('sk_live_51Habc') })).not.toThrow()
  })

  it.each([
    ['without verification', { AUTH_VERIFICATION: 'off' }, /AUTH_VERIFICATION=off/],
    ['without a mailer', { SMTP_URL: '' }, /needs a mailer/],
    ['without an address for its links', { PUBLIC_URL: '' }, /PUBLIC_URL/],
    ['without a sender', { MAIL_FROM: '' }, /MAIL_FROM/],
    ['without limits', { RATE_LIMITS: 'off' }, /RATE_LIMITS: production does not run without limits/],
    ['at an address without TLS', { PUBLIC_URL: 'http://printroom.example' }, /PUBLIC_URL: .*https:\/\//],
    ['at its own machine’s address without TLS', { PUBLIC_URL: 'http://localhost:3000' }, /PUBLIC_URL: .*https:\/\//],
    ['with the sandbox', { SANDBOX_URL: 'http://127.0.0.1:3001' }, /SANDBOX_URL: /],
    ['with the sandbox’s key', stripe('sk_test_sandbox'), /STRIPE_SECRET_KEY: this is the sandbox’s/],
    [
      'with the sandbox’s webhook secret, as compose has it',
      { ...stripe('sk_live_51Habc'), STRIPE_WEBHOOK_SECRET: 'whsec_of_the_sandbox' },
      /STRIPE_WEBHOOK_SECRET: this is the sandbox’s/,
    ],
    [
      'with the sandbox’s webhook secret, as npm start makes it',
      { ...stripe('sk_live_51Habc'), STRIPE_WEBHOOK_SECRET: 'whsec_sandbox_0011' },
      /STRIPE_WEBHOOK_SECRET: this is the sandbox’s/,
    ],
    [
      'with the sandbox’s webhook secret and no key',
      { STRIPE_WEBHOOK_SECRET: 'whsec_of_the_sandbox' },
      /STRIPE_WEBHOOK_SECRET: this is the sandbox’s/,
    ],
    [
      'with the sandbox’s store',
      { UPLOADTHING_TOKEN: Buffer.from('{"apiKey":"sk_sandbox","appId":"sandbox"}').toString('base64') },
      /UPLOADTHING_TOKEN: this is the sandbox’s/,
    ],
    [
      'with the sandbox’s Google accounts',
      { FIREBASE_PROJECT_ID: 'printroom-sandbox' },
      /FIREBASE_PROJECT_ID: this is the sandbox’s/,
    ],
  ])('does not start %s', (_, env, reason) => {
    expect(start({ ...LIVE, ...env })).toThrow(reason)
  })

  it('says all that is wrong at once', () => {
    expect(
      start({ ...LIVE, RATE_LIMITS: 'off', PUBLIC_URL: 'http://printroom.example', ...stripe('sk_test_sandbox') }),
    ).toThrow(/RATE_LIMITS[^]*PUBLIC_URL[^]*STRIPE_SECRET_KEY/)
  })
})

describe('a host name', () => {
  it('is this machine’s own only where it can be no other’s', () => {
    for (const host of ['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]'])
      expect([host, isLoopback(host)]).toEqual([host, true])
    for (const host of [
      '',
      'localhost.example',
      '127.0.0.1.example',
      'localhost.',
      'x127.0.0.1',
      '0.0.0.0',
      '::',
      '[::]',
      '10.0.0.1',
      '127.0.0.1:80',
      'a.b.localhost\n',
    ])
      expect([host, isLoopback(host)]).toEqual([host, false])
  })
})
