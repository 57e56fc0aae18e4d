import { describe, expect, it } from 'vitest'
import { hideSecrets } from '../src/log.ts'

const TOKEN = 'Zk3v_0q1W-9xYh2mNcT7bLrE5sUaPdGfJiOoQwX4zA8'
const HIDDEN: Record<string, [line: string, secret: string]> = {
  'an email in a text': ['duplicate key: (email)=(maya.o+shop@mail.example.com) already exists', 'maya.o+shop@mail.example.com'],
  'an email in an address': ['GET /login?next=%2F&to=maya%40example.com', 'maya%40example.com'],
  'an email that names no domain we know': [String.raw`{"err":{"meta":{"email":"maya@localhost"}}}`, 'maya@localhost'],
  'a field of JSON within JSON': [String.raw`{"msg":"{\"idToken\":\"abc.def\",\"authorization\":\"Basic Zm9v\"}"}`, 'Zm9v'],
  'a link with a code': ['https://printroom.example/login#email=x&code=7H2KM4QP', '7H2KM4QP'],
  'a Bearer token': ['{"authorization":["Bearer abc.DEF-1"]}', 'abc.DEF-1'],
  'an API key': ['refused prk_0a1B-c_d at the door', 'prk_0a1B-c_d'],
  'a key of Stripe': ['Invalid API Key provided: sk_test_51Habc', '51Habc'],
  'an ID token': ['token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is expired', 'eyJzdWIiOiIxIn0'],
  'a session id': ['session mhvq2ym5kqfx7d3nrg2p5y7bxw4xq6zfa3t2c5ed is gone', 'mhvq2ym5kqfx7d3nrg2p5y7bxw4xq6zfa3t2c5ed'],
  'a browser’s secret': [`cookie printroom_browser=${TOKEN}; Path=/`, TOKEN],
  'a password of the database': ['cannot reach postgresql://printroom:s3cr3t-pass@db.example:5432/printroom', 's3cr3t-pass'],
}

describe('a line of the log', () => {
  it.each(Object.entries(HIDDEN))('hides %s', (_, [line, secret]) => {
    expect(line).toContain(secret)
    const said = hideSecrets(line)
    expect(said).not.toContain(secret)
    expect(said).toContain('[hidden]')
  })

  it('hides settings that are secret wherever they stand', () => {
    expect(hideSecrets('answered 401 to operators-of-printroom', ['operators-of-printroom'])).toBe('answered 401 to [hidden]')
  })

  it('keeps what staff need, and stays JSON', () => {
    const line = JSON.stringify({
      level: 50,
      requestId: 'req-1a',
      generation: '0199f3a2-7c1e-7b7e-9d3c-2f1d8e5b6a70',
      err: { code: 'P2002', message: 'Unique constraint failed', stack: 'at run (/srv/node_modules/.pnpm/@prisma+client@7.10.0_typescript@6.0.3/node_modules/x.js:1:2)' },
      key: 'design-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.png',
    })
    expect(hideSecrets(line)).toBe(line)
    const hidden = hideSecrets(JSON.stringify({ level: 50, msg: 'mail to "maya@example.com" bounced', email: 'maya@example.com' }))
    expect(JSON.parse(hidden)).toEqual({ level: 50, msg: 'mail to "[hidden]" bounced', email: '[hidden]' })
  })

  it('is read in no time, however long and odd it is', () => {
    const before = process.cpuUsage()
    for (const sign of ['a', 'a.', 'a@', '-', '"', 'eyJ', 'a@a.']) hideSecrets(sign.repeat(20_000))
    const { user } = process.cpuUsage(before)
    expect(user / 1e6).toBeLessThan(2)
  })
})
