import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expectLinear } from '@printroom/config/src/grows-linearly.ts'
import { HOSTILE_TEXTS } from '@printroom/config/src/hostile-texts.ts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cut, hideSecrets } from '../src/logging/log.ts'

const TOKEN = 'Zk3v_0q1W-9xYh2mNcT7bLrE5sUaPdGfJiOoQwX4zA8'
const HIDDEN: Record<string, [line: string, secret: string]> = {
  'an email in a text': [
    'duplicate key: (email)=(maya.o+shop@mail.example.com) already exists',
    'maya.o+shop@mail.example.com',
  ],
  'an email in an address': ['GET /login?next=%2F&to=maya%40example.com', 'maya%40example.com'],
  'an email that names no domain we know': [String.raw`{"err":{"meta":{"email":"maya@localhost"}}}`, 'maya@localhost'],
  'a field of JSON within JSON': [
    String.raw`{"msg":"{\"idToken\":\"abc.def\",\"authorization\":\"Basic Zm9v\"}"}`,
    'Zm9v',
  ],
  'a link with a code': ['https://printroom.example/login#email=x&code=7H2KM4QP', '7H2KM4QP'],
  'a Bearer token': ['{"authorization":["Bearer abc.DEF-1"]}', 'abc.DEF-1'],
  'an API key': ['refused prk_0a1B-c_d at the door', 'prk_0a1B-c_d'],
  'a key of Stripe': ['Invalid API Key provided: sk_test_51Habc', '51Habc'],
  'an ID token': ['token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is expired', 'eyJzdWIiOiIxIn0'],
  'a session id': [
    'session mhvq2ym5kqfx7d3nrg2p5y7bxw4xq6zfa3t2c5ed is gone',
    'mhvq2ym5kqfx7d3nrg2p5y7bxw4xq6zfa3t2c5ed',
  ],
  'a browser’s secret': [`cookie printroom_browser=${TOKEN}; Path=/`, TOKEN],
  'a password of the database': [
    'cannot reach postgresql://printroom:s3cr3t-pass@db.example:5432/printroom',
    's3cr3t-pass',
  ],
}

describe('a line of the log', () => {
  it.each(Object.entries(HIDDEN))('hides %s', (_, [line, secret]) => {
    expect(line).toContain(secret)
    const said = hideSecrets(line)
    expect(said).not.toContain(secret)
    expect(said).toContain('[hidden]')
  })

  it('hides settings that are secret wherever they stand', () => {
    expect(hideSecrets('answered 401 to operators-of-printroom', ['operators-of-printroom'])).toBe(
      'answered 401 to [hidden]',
    )
  })

  it('keeps what staff need, and stays JSON', () => {
    const line = JSON.stringify({
      level: 50,
      requestId: 'req-1a',
      generation: '0199f3a2-7c1e-7b7e-9d3c-2f1d8e5b6a70',
      err: {
        code: 'P2002',
        message: 'Unique constraint failed',
        stack: 'at run (/srv/node_modules/.pnpm/@prisma+client@7.10.0_typescript@6.0.3/node_modules/x.js:1:2)',
      },
      key: 'design-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.png',
    })
    expect(hideSecrets(line)).toBe(line)
    const hidden = hideSecrets(
      JSON.stringify({ level: 50, msg: 'mail to "maya@example.com" bounced', email: 'maya@example.com' }),
    )
    expect(JSON.parse(hidden)).toEqual({ level: 50, msg: 'mail to "[hidden]" bounced', email: '[hidden]' })
  })

  it('takes time by its length alone, however odd it is, up to 1 MB', () => {
    expectLinear((text) => hideSecrets(text, ['operators-of-printroom']), HOSTILE_TEXTS)
    expectLinear((text) => hideSecrets(JSON.stringify({ err: { message: text } })), HOSTILE_TEXTS, { most: 256 * 1024 })
  })

  it('hides a field’s value to its end, whatever is in it and however deep in JSON it lies, and stays JSON', () => {
    const odd = fc.string({
      unit: fc.constantFrom('"', '\\', 'a', ' ', ':', ',', '{', '}', '\n', '"email":"'),
      maxLength: 12,
    })
    const sample = fc.tuple(
      odd,
      odd,
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom('password', 'idToken', 'email', 'authorization'),
    )
    fc.assert(
      fc.property(sample, ([before, after, depth, name]) => {
        let line = JSON.stringify({ before, [name]: `${before}zebra${after}`, after })
        for (let level = 0; level < depth; level += 1) line = JSON.stringify({ msg: line })
        const said = hideSecrets(line)
        expect(said).not.toContain('zebra')
        let inner: Record<string, string> = JSON.parse(said)
        for (let level = 0; level < depth; level += 1) inner = JSON.parse(inner.msg!)
        expect(inner[name]).toBe('[hidden]')
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a text that is too long for the log', () => {
  it('is cut, and says how much is not there', () => {
    expect(cut('short', 10)).toBe('short')
    expect(cut('one two three four', 10)).toBe('one two… (11 more characters)')
    expect(cut('\\'.repeat(16_000), 300)).toBe(`${'\\'.repeat(300)}… (15700 more characters)`)
  })

  it('keeps no half of a secret, wherever the cut falls', () => {
    for (const [line, secret] of Object.values(HIDDEN)) {
      const at = line.indexOf(secret)
      for (let length = at + 1; length < at + secret.length; length += 1) {
        const said = hideSecrets(cut(line, length))
        const shown = said.slice(said.startsWith(line.slice(0, at)) ? at : 0).split('…')[0]!
        expect([line, length, secret.startsWith(shown) && shown.length > 4]).toEqual([line, length, false])
      }
    }
  })
})

describe('what a process logs', () => {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  /** A process of its own that has a log. */
  const argumentsFor = (script: string): string[] => {
    const program = `import { createLog, logLastWords } from './src/logging/log.ts'\nconst log = createLog({ LOG_LEVEL: 'info', DATABASE_URL: '', OPERATOR_TOKEN: 'operators-of-printroom' }, 'server')\n${script}`
    return ['--import', 'tsx', '--input-type=module', '--eval', program]
  }
  const linesOf = (script: string): string[] =>
    execFileSync(process.execPath, argumentsFor(script), { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 })
      .trim()
      .split('\n')

  it('keeps it from nothing when nobody reads it any more: it ends as it was about to', async () => {
    const script = `
      process.once('message', () => log.info('nobody reads this'))
      process.on('message', (code) => code === 'throw' ? setImmediate(() => { throw new Error('last words') }) : process.exit(3))
      logLastWords(log)
      process.send('here')`
    const endOf = async (message: string): Promise<unknown[]> => {
      const child = spawn(process.execPath, argumentsFor(script), { cwd, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      await once(child, 'message')
      child.stdout?.destroy()
      child.send(message)
      return once(child, 'exit')
    }
    expect([await endOf('exit'), await endOf('throw')]).toEqual([
      [3, null],
      [1, null],
    ])
  })

  it('is a line of JSON with a bound, whatever an error quotes', () => {
    const script = `
      const error = Object.assign(new Error('refused ' + '\\\\"'.repeat(400_000)), { query: 'maya@example.com '.repeat(60_000), cause: new Error('"email":"' + 'x'.repeat(500_000)) })
      log.error({ err: error, requestId: 'req-1', token: 'operators-of-printroom' }, 'a request failed')
      log.error({ err: Object.assign(new Error('many'), { issues: Array.from({ length: 90 }, (_, at) => ({ at, text: 'y'.repeat(3_000) })) }), requestId: 'req-2' }, 'a request failed')`
    const lines = linesOf(script)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, requestId: 'req-1', msg: 'a request failed', err: { type: 'Error' } },
      { level: 50, requestId: 'req-2', msg: 'a request failed' },
    ])
    for (const line of lines) {
      expect(line.length).toBeLessThan(40_000)
      expect(line).not.toMatch(/maya|operators-of/)
    }
  })
})
