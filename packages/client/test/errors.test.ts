import { ERRORS } from '@printroom/contract/errors'
import { describe, expect, it } from 'vitest'
import * as errors from '../src/errors.ts'

describe('errors', () => {
  it('have a class for every code of the server’s table, and for no other', () => {
    expect(Object.keys(errors.CLASS_BY_CODE).toSorted()).toEqual(Object.keys(ERRORS).toSorted())
  })

  it.each(Object.entries(ERRORS))('are of their class over REST and over tRPC: %s', (code, [status, error]) => {
    const body = { error, code, fields: { a: 'wrong' }, needed: 5, available: 2, request_id: 'r1' }
    for (const text of [JSON.stringify(body), JSON.stringify({ error: { message: 'x', data: { app: body } } })]) {
      const found = errors.errorOf(status, new Headers({ 'retry-after': '7' }), text)
      expect(found).toBeInstanceOf(errors.CLASS_BY_CODE[code as keyof typeof ERRORS])
      expect([found.code, found.status, found.message, found.requestId]).toEqual([code, status, error, 'r1'])
      if (found instanceof errors.RateLimitError) expect(found.retryAfter).toBe(7)
      if (found instanceof errors.InsufficientCreditsError) expect([found.needed, found.available]).toEqual([5, 2])
      if (found instanceof errors.ValidationError) expect(found.fields).toEqual({ a: 'wrong' })
    }
  })

  it('are told by the status where an answer has no code, or one of a newer server', () => {
    const of = (status: number, text: string) => errors.errorOf(status, new Headers(), text)
    expect(of(502, '<h1>Bad gateway</h1>')).toMatchObject({ name: 'UnavailableError', code: 'unknown' })
    expect(of(402, '{"error":"No.","code":"cap_reached"}')).toMatchObject({
      name: 'InsufficientCreditsError',
      message: 'No.',
    })
    expect(of(418, '')).toMatchObject({ name: 'PrintroomError', message: 'The server answered 418.' })
  })
})
