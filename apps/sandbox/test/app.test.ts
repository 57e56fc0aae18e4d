import { afterAll, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { readEnv } from '../src/env.ts'

const app = createApp()
afterAll(() => app.close())

test('the page says that this is a sandbox for development only', async () => {
  const { statusCode, body } = await app.inject('/')
  expect(statusCode).toBe(200)
  expect(body).toContain('for development and tests only')
  for (const provider of ['Stripe', 'Replicate', 'Google']) expect(body).toContain(provider)
})

test('an unknown Stripe path fails as Stripe fails', async () => {
  const response = await app.inject({ method: 'POST', url: '/v1/nothing?expand=x' })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toEqual({
    error: { type: 'invalid_request_error', message: expect.stringContaining('POST: /v1/nothing)') },
  })
})

test('an unknown Replicate path fails as Replicate fails', async () => {
  const response = await app.inject('/replicate/v1/nothing')
  expect(response.json()).toEqual({ detail: expect.any(String), status: 404 })
})

test('production refuses the sandbox', () => {
  expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(/never runs in production/)
})
