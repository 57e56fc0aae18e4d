import { credentialsSchema, googleSchema } from '@printroom/contract/schemas'
import { codeNeededResponse, googleResponse, signedInResponse, successResponse } from '@printroom/contract/wire'
import { SUCCESS, USER } from '../examples.ts'
import { json, jsonOrPending, nothing, open, type Route } from '../route.ts'

const SIGN_IN = {
  done: signedInResponse,
  pending: codeNeededResponse,
  isPending: (answer: object) => 'verification_required' in answer,
}
const tag = 'Sign in'
const example = { request: { email: USER.email }, 200: { user: USER }, 202: { verification_required: true } }

export const SIGN_IN_ROUTES: readonly Route[] = [
  open(
    jsonOrPending('/api/auth/login', (caller) => caller.auth.login, SIGN_IN, {
      id: 'login',
      tag,
      summary: 'Sign in by email',
      description:
        'Answers 200 and sets the session’s cookie, or 202 when a code was mailed: send the same again with it as `code`. Programs use an API key instead.',
      body: credentialsSchema,
      errors: ['invalid_credentials', 'invalid_code', 'mail_failed'],
      example,
    }),
  ),
  open(
    jsonOrPending('/api/auth/register', (caller) => caller.auth.register, SIGN_IN, {
      id: 'register',
      tag,
      summary: 'Make an account',
      description: 'Makes an account and signs it in, with a mailed code where codes are asked for.',
      body: credentialsSchema,
      errors: ['email_taken', 'invalid_code', 'mail_failed'],
      example,
    }),
  ),
  open(
    json('POST', '/api/auth/google-login', (caller) => caller.auth.googleLogin, signedInResponse, {
      id: 'googleLogin',
      tag,
      summary: 'Sign in with Google',
      description: 'Takes what the browser has learned in Google’s popup.',
      body: googleSchema,
      errors: ['not_configured', 'invalid_credentials'],
      example: {
        request: { email: USER.email, displayName: 'Maya', uid: 'g-1029', idToken: 'eyJhbGciOi…' },
        200: { user: USER },
      },
    }),
  ),
  open(
    json(
      'GET',
      '/api/auth/google',
      (caller) => caller.auth.google,
      googleResponse,
      {
        id: 'readGoogle',
        tag,
        summary: 'How a browser reaches Google’s accounts',
        description: 'Null where signing in with Google is not set up.',
        example: { 200: null },
      },
      nothing,
    ),
  ),
  open(
    json(
      'POST',
      '/api/auth/logout',
      (caller) => caller.auth.logout,
      successResponse,
      {
        id: 'logout',
        tag,
        summary: 'Sign out',
        description: 'Ends the session, if there is one.',
        example: { 200: SUCCESS },
      },
      nothing,
    ),
  ),
]
