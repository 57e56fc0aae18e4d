import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../src/rest/routes.ts'
import { Client } from './harness.ts'
import { design, expectRefusalOrAnswer, testServer, maya, ODD_BODIES, png, send, SHOT } from './odd-inputs.ts'

describe('REST', () => {
  const bodied = [
    ...ROUTES.filter(({ method }) => method !== 'GET').map(({ method, path }) => [method, path] as const),
    ['POST', '/api/stripe/webhook'] as const,
    ['POST', '/nothing'] as const,
  ]

  it.each(bodied)('%s %s: any body of any type is taken or refused', { timeout: 180_000 }, async (method, path) => {
    for (const [name, [type, body]] of Object.entries(ODD_BODIES)) {
      if (path === '/api/stripe/webhook') continue // not configured here: 503 to everybody
      const client = path.startsWith('/api/auth/') ? new Client(testServer) : maya
      const at = path.replace(':id', randomUUID())
      const answer = await client.fetch(at, {
        method,
        body: new Blob([typeof body === 'string' ? body : new Uint8Array(body)]),
        headers: type === undefined ? {} : { 'content-type': type },
      })
      await expectRefusalOrAnswer([method, path, name], answer)
    }
  })

  const addressed = testServer.routes.filter((route) => /^(GET|DELETE|PATCH) \/api\/(?!trpc)/.test(route))
  it.each(addressed)('%s: any id and any query are taken or refused', async (route) => {
    const [method, path] = route.split(' ') as [string, string]
    const json = method === 'PATCH' ? { json: { filename: 'sun.png' } } : {}
    for (const id of [
      '%00',
      'a%00b',
      '%ED%A0%80',
      '%',
      '%zz',
      '..',
      '%2e%2e%2f',
      '%F0%9F%98%80',
      'a'.repeat(300),
      "'",
      '__proto__',
      '%0d%0aset-cookie:a=b',
    ])
      if (path.includes(':id'))
        await expectRefusalOrAnswer([route, id], await maya.fetch(path.replace(':id', id), { method, ...json }), {
          isRefused: true,
        })
    for (const name of ['userId', 'user_id', 'download', 'preset', 'format', 'side', 'cursor', 'limit'])
      for (const value of [
        '%00',
        '%',
        '%ED%A0%80',
        '',
        'a&x=b',
        `a&${name}=c`,
        '__proto__',
        '1e999',
        '-1',
        '9'.repeat(400),
      ])
        await expectRefusalOrAnswer(
          [route, name, value],
          await maya.fetch(
            `${path.replace(':id', path.startsWith('/api/user') ? maya.userId : randomUUID())}?${name}=${value}`,
            { method, ...json },
          ),
        )
  })

  it('takes or refuses any header', async () => {
    const values = [
      '%',
      '=',
      ';;;',
      '\u00ff\u00fe',
      'a'.repeat(8_000),
      'a=%; printroom_session=%zz',
      '"',
      'Bearer',
      'Bearer  ',
      'Bearer \u00ff',
      'Basic %%%',
      '-1',
      'bytes=0-,9-',
      'gzip;q=x',
      '[::1',
      'null',
      'http://',
      'https://[',
    ]
    for (const name of [
      'cookie',
      'authorization',
      'user-agent',
      'idempotency-key',
      'x-debug-mode',
      'accept',
      'accept-encoding',
      'accept-language',
      'if-none-match',
      'if-modified-since',
      'range',
      'origin',
      'referer',
      'sec-fetch-site',
      'x-request-id',
      'trpc-accept',
      'accept-version',
    ])
      for (const value of values)
        for (const path of ['/api/user', '/', '/api/trpc/auth.google', '/login', `/api/designs/${design.id}/file`])
          await expectRefusalOrAnswer(
            [name, value.slice(0, 30), path],
            await maya.fetch(path, { headers: { [name]: value } }),
          )
    const order = { ...SHOT, design_id: design.id }
    for (const key of ['\u00ff', 'a'.repeat(129), ' ', '"'])
      await expectRefusalOrAnswer(
        ['idempotency-key', key],
        await maya.fetch('/api/generate-mockup', { json: order, headers: { 'idempotency-key': key } }),
      )
  })

  it('lets a person in whose browser bears another site’s odd cookie', async () => {
    const answer = await maya.fetch('/api/user', { headers: { cookie: `other=100%; ${maya.cookie}; x=%E0%A4%A` } })
    expect([answer.status, (await answer.json()).email]).toEqual([200, 'maya@example.com'])
  })
})

describe('a form with a design', () => {
  type Part = { name?: string; filename?: string; value: string | Buffer; more?: string }
  const form = (parts: Part[], { end = '--x--\r\n' } = {}) =>
    Buffer.concat([
      ...parts.flatMap(({ name, filename, value, more = '' }) => [
        Buffer.from(
          `--x\r\ncontent-disposition: form-data${name === undefined ? '' : `; name="${name}"`}${filename === undefined ? '' : `; filename="${filename}"`}\r\n${more}\r\n`,
        ),
        Buffer.from(value),
        Buffer.from('\r\n'),
      ]),
      Buffer.from(end),
    ])
  const file: Part = { name: 'design', filename: 'sun.png', value: png, more: 'content-type: image/png\r\n' }
  const upload = async (body: Buffer, type = 'multipart/form-data; boundary=x') => {
    const answer = await send('/api/designs', 'POST', type, body)
    return [answer.status, (await answer.json()).error]
  }
  const BROKEN = [
    400,
    'This form is broken or was cut short. Send it as multipart/form-data, with the file in the field "design".',
  ]
  const field = (at: number): Part => ({ name: `f${at}`, value: 'v' })

  it('is taken as it should be', async () => {
    expect((await upload(form([{ name: 'userId', value: maya.userId }, file])))[0]).toBe(201)
  })

  it.each([
    ['two files', form([file, file]), [400, 'Send one file at a time.']],
    ['two files of different fields', form([{ ...file, name: 'other' }, file]), [400, 'Send one file at a time.']],
    [
      'fifty fields',
      form([...Array.from({ length: 50 }, (_, at) => field(at)), file]),
      [400, 'This form has too many fields: 10 at most beside the file.'],
    ],
    [
      'fifty fields behind the file',
      form([file, ...Array.from({ length: 50 }, (_, at) => field(at))]),
      [400, 'This form has too many fields: 10 at most beside the file.'],
    ],
    [
      'two thousand fields',
      form(Array.from({ length: 2_000 }, (_, at) => field(at))),
      [400, 'This form has too many fields: 10 at most beside the file.'],
    ],
    [
      'a field that is too long',
      form([{ name: 'userId', value: 'a'.repeat(2_000) }, file]),
      [400, 'This field is too long.'],
    ],
    ['no file', form([{ name: 'userId', value: maya.userId }]), [400, 'The field "design" with the file is missing.']],
    [
      'a file of another field',
      form([{ ...file, name: 'avatar' }]),
      [400, 'The field "design" with the file is missing.'],
    ],
    [
      'a file that is a field',
      form([{ name: 'design', value: 'x' }]),
      [400, 'The field "design" with the file is missing.'],
    ],
    [
      'a user that is nobody',
      form([{ name: 'userId', value: 'a\0b' }, file]),
      [400, 'This text has a NUL character in it'],
    ],
    ['a name with NUL', form([{ ...file, filename: 'sun\0.png' }]), [400, 'This text has a NUL character in it']],
    [
      'a file that is too large',
      form([{ ...file, value: Buffer.alloc(10 * 1024 * 1024 + 1) }]),
      [413, 'File size must be less than 10MB'],
    ],
    ['nothing', Buffer.alloc(0), [400, 'The field "design" with the file is missing.']],
    ['no end', form([file], { end: '' }), BROKEN],
    ['no more than a beginning', Buffer.from('--x\r\ncontent-disp'), BROKEN],
    ['an end in the middle of the file', form([file]).subarray(0, 200), BROKEN],
    ['a field that is a prototype', form([{ name: '__proto__', value: 'x' }, file]), BROKEN],
  ] as [string, Buffer, [number, string]][])('names its own fault: %s', async (_, body, refusal) => {
    expect(await upload(body)).toEqual(refusal)
  })

  it('needs a boundary', async () => {
    expect(await upload(form([file]), 'multipart/form-data')).toEqual(BROKEN)
    expect(await upload(form([file]), `multipart/form-data; boundary=${'x'.repeat(500)}`)).toEqual(BROKEN)
    expect((await upload(form([file]), 'multipart/mixed; boundary=x'))[0]).toBe(400)
  })
})
