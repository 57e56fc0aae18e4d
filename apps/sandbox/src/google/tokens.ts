import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet } from 'jose'

export type Account = { email: string; name: string }
export type Credential = { email: string; displayName: string; uid: string; idToken: string }

/** The project that our server expects of the sandbox's tokens. */
const PROJECT = 'printroom-sandbox'
const HOUR_SECONDS = 3600

/** Signs ID tokens shaped as Firebase's, with keys of this process's own. */
export async function createTokens(): Promise<{ jwks: JSONWebKeySet; issue(account: Account): Promise<Credential> }> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = randomUUID()
  return {
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] },
    async issue({ email, name }) {
      const uid = createHash('sha256').update(email).digest('base64url').slice(0, 28)
      const now = Math.floor(Date.now() / 1000)
      const idToken = await new SignJWT({
        name,
        email,
        email_verified: true,
        auth_time: now,
        user_id: uid,
        firebase: { identities: { 'google.com': [uid], email: [email] }, sign_in_provider: 'google.com' },
      })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .setIssuer(`https://securetoken.google.com/${PROJECT}`)
        .setAudience(PROJECT)
        .setSubject(uid)
        .setIssuedAt(now)
        .setExpirationTime(now + HOUR_SECONDS)
        .sign(privateKey)
      return { email, displayName: name, uid, idToken }
    },
  }
}
