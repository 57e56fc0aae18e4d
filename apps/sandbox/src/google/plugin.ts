import type { FastifyInstance } from 'fastify'
import { chooserPage, handOverPage, type Asker } from './pages.ts'
import { createTokens, type Account } from './tokens.ts'

const ACCOUNTS: readonly Account[] = [
  { name: 'Maya Seller', email: 'maya.seller@gmail.com' },
  { name: 'Noor Prints', email: 'noor.prints@gmail.com' },
]
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Google's account chooser: a page for a popup (or a redirect), and the keys of the tokens that it hands out. */
export async function registerGoogle(app: FastifyInstance): Promise<void> {
  const tokens = await createTokens()
  app.get('/google/jwks', () => tokens.jwks)
  app.get<{ Querystring: Record<string, string> }>('/google/chooser', (request, reply) => {
    const asker = askerOf(request.query)
    if (!asker) return reply.code(400).type('text/plain').send('The chooser answers to windows of this machine only.\n')
    return reply.type('text/html').send(chooserPage(asker, ACCOUNTS))
  })
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post<{ Body: Record<string, string> }>('/google/choose', async ({ body }, reply) => {
      const asker = askerOf(body)
      const email = (body.email ?? '').trim().toLowerCase()
      if (!asker || !email.includes('@'))
        return reply.code(400).type('text/plain').send('Which account, and for whom?\n')
      const credential = await tokens.issue({ email, name: body.name?.trim() || email })
      if (!asker.back) return reply.type('text/html').send(handOverPage(asker, credential))
      return reply.redirect(`${asker.back}#${new URLSearchParams({ state: asker.state, ...credential })}`, 303)
    })
  })
}

/** Credentials go to pages of this machine and to nobody else. */
function askerOf({ origin = '', state = '', back = '' }: Record<string, string>): Asker | null {
  if (!URL.canParse(origin) || !LOOPBACK.has(new URL(origin).hostname)) return null
  if (back && (!URL.canParse(back) || new URL(back).origin !== new URL(origin).origin)) return null
  return { origin: new URL(origin).origin, state, back }
}
