import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Client } from './harness.ts'
import {
  deep,
  design,
  expectRefusalOrAnswer,
  testServer,
  maya,
  NEVER_TAKEN,
  ODD_BODIES,
  ODD_TEXTS,
  procedures,
  SAMPLES,
  send,
} from './odd-inputs.ts'

describe('procedures', () => {
  it('have a sample each, of every field that their schema has', () => {
    const withInput = procedures.filter(([, { _def }]) => _def.inputs.length > 0)
    expect(withInput.map(([path]) => path).toSorted()).toEqual(Object.keys(SAMPLES).toSorted())
    for (const [path, { _def }] of withInput) {
      const fields = new Set<string>()
      const walk = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return
        const { properties, anyOf = [], allOf = [] } = node as { properties?: object; anyOf?: []; allOf?: [] }
        for (const name of Object.keys(properties ?? {})) fields.add(name)
        for (const part of [...anyOf, ...allOf]) walk(part)
      }
      for (const schema of _def.inputs) walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))
      expect([path, [...fields].toSorted()]).toEqual([path, Object.keys(SAMPLES[path]!()).toSorted()])
    }
  })

  const call = (path: string, type: string, input: unknown) => {
    const who = path.startsWith('auth.') ? new Client(testServer) : maya
    return type === 'mutation'
      ? who.fetch(`/api/trpc/${path}`, { json: input })
      : who.fetch(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`)
  }
  const withoutStream = procedures.filter(([, { _def }]) => _def.type !== 'subscription')

  it.each(withoutStream.filter(([path]) => SAMPLES[path]))(
    '%s: any field with any text in it is taken or refused',
    { timeout: 180_000 },
    async (path, { _def: { type } }) => {
      const sample = SAMPLES[path]!
      for (const field of [...Object.keys(sample()), 'unknown_field'])
        for (const [name, text] of Object.entries(ODD_TEXTS)) {
          if (type === 'query' && JSON.stringify(text).length > 10_000) continue // no address is as long
          await expectRefusalOrAnswer([path, field, name], await call(path, type, { ...sample(), [field]: text }), {
            isRefused: NEVER_TAKEN.has(name),
          })
        }
      expect(await testServer.context.db.design.count({ where: { id: design.id, filename: 'sun.png' } })).toBe(1)
    },
  )

  it('refuse a text with NUL with a sentence that names the field', async () => {
    const answer = await maya.fetch(`/api/designs/${design.id}`, { method: 'PATCH', json: { filename: 'sun\0.png' } })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        error: 'This text has a NUL character in it',
        code: 'bad_input',
        fields: { filename: 'This text has a NUL character in it' },
      },
    ])
  })

  it('refuse a stream’s input in the stream', async () => {
    for (const text of ['\0', '\ud83d']) {
      const said = await (await call('billing.watch', 'subscription', { session_id: text })).text()
      expect(said).toContain('"httpStatus":400')
    }
  })

  it('are asked for with any body of any type', { timeout: 180_000 }, async () => {
    const mutations = [
      'auth.login',
      'design.rename',
      'generation.request',
      'design.admit',
      'no.such',
      'design.rename,design.remove',
    ]
    for (const path of mutations)
      for (const [name, [type, body]] of Object.entries(ODD_BODIES))
        for (const batch of ['', '?batch=1', '?batch=1&batch=2', '?batch=%00'])
          await expectRefusalOrAnswer([path, batch, name], await send(`/api/trpc/${path}${batch}`, 'POST', type, body))
  })

  it('are asked for with any address', async () => {
    const inputs = [
      '',
      '%',
      '%00',
      '{',
      'null',
      '%22%00%22',
      '%7B%22user_id%22%3A%22%5Cu0000%22%7D',
      deep('[', ']', 2_000),
      '%ED%A0%80',
    ]
    const paths = [
      'user.get',
      'user.get,design.list',
      ',',
      'user.get,',
      ',,,,',
      '%00',
      '%2C',
      'user',
      'user.',
      '__proto__',
      'constructor',
      'toString',
      'user.get%00',
      'design.rename',
      'generation.watch,user.get',
      'a'.repeat(6_000),
    ]
    const headersOf: Record<string, string>[] = [
      {},
      { 'trpc-accept': 'application/jsonl' },
      { accept: 'text/event-stream' },
      { 'content-type': 'application/json' },
      { 'content-type': 'multipart/form-data' },
    ]
    for (const path of paths)
      for (const input of inputs)
        for (const batch of ['', '&batch=1'])
          for (const headers of headersOf) {
            if (path.startsWith('generation.watch') && !batch) continue
            await expectRefusalOrAnswer(
              [path.slice(0, 40), input.slice(0, 40), batch, headers],
              await maya.fetch(`/api/trpc/${path}?input=${input}${batch}`, { headers }),
            )
          }
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      await expectRefusalOrAnswer([method], await maya.fetch('/api/trpc/user.get', { method }))
  })
})
