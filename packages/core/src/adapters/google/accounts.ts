import { emailSchema } from '@printroom/contract/schemas'
import { errors, jwtVerify, type JWTPayload } from 'jose'
import * as z from 'zod'
import type { Log } from '../../context.ts'
import type { GoogleAccounts, GoogleProject } from '../../domain/auth/google-accounts.ts'
import type { Env } from '../../env.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../clock.ts'
import { createKeySource } from './keys.ts'

const FIREBASE_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const SANDBOX_PROJECT = 'printroom-sandbox'
/** Clocks of two machines may differ by this. */
const TOLERANCE_SECONDS = 10

/** The project that the environment names: Firebase's, else outside production the sandbox's, else none. */
export function googleProject(env: Env): GoogleProject | null {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey, FIREBASE_AUTH_DOMAIN: authDomain } = env
  if (projectId && apiKey && authDomain)
    return { id: projectId, keysUrl: FIREBASE_KEYS, browser: { kind: 'firebase', apiKey, authDomain, projectId } }
  if (env.SANDBOX_URL && !env.isProduction)
    return {
      id: SANDBOX_PROJECT,
      keysUrl: new URL('/google/jwks', env.SANDBOX_URL).href,
      browser: { kind: 'sandbox', chooserUrl: new URL('/google/chooser', env.SANDBOX_URL).href },
    }
  return null
}

/** What Firebase puts into a token besides the registered claims: firebase.google.com/docs/auth/admin/verify-id-tokens. */
const claimsSchema = z.object({
  sub: z.string().min(1).max(128),
  iat: z.number(),
  auth_time: z.number(),
  email: emailSchema,
  email_verified: z.literal(true),
  firebase: z.object({ sign_in_provider: z.literal('google.com') }),
})

/**
 * Reads Google's tokens of one project: signature, issuer, audience and times are checked against Google's published
 * keys.
 */
export function createGoogleAccounts(project: GoogleProject, clock: Clock, log: Log): GoogleAccounts {
  const keys = createKeySource(project.keysUrl, clock, log)

  async function read(idToken: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer: `https://securetoken.google.com/${project.id}`,
        audience: project.id,
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: clock.now(),
      })
      return payload
    } catch (error) {
      if (error instanceof errors.JOSEError) throw refused(error.code)
      throw error
    }
  }

  /** Why a token was refused is for our log alone. */
  function refused(reason: string): AppError {
    log.warn({ reason }, 'a Google token was refused')
    return new AppError('invalid_credentials')
  }

  return {
    project,
    async verify(idToken) {
      const claims = claimsSchema.safeParse(await read(idToken))
      if (!claims.success) throw refused(claims.error.issues.map((issue) => issue.path.join('.')).join(', '))
      const { sub, iat, auth_time: signedInAt, email } = claims.data
      const latest = clock.now().getTime() / 1000 + TOLERANCE_SECONDS
      if (iat > latest || signedInAt > latest) throw refused('of the future')
      return { uid: sub, email }
    },
  }
}
