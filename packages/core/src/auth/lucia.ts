import { createHash } from 'node:crypto'
import type { Db } from '@printroom/db/client'
import { Lucia as Sessions, TimeSpan, type Adapter, type DatabaseSession } from 'lucia'

/** Ids are hashed at rest, so that a copy of the table opens no account. */
const hash = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex')

type UserAttributes = { email: string; createdAt: Date }

function createAdapter(db: Db): Adapter {
  const toSession = (row: { id: string; userId: string; expiresAt: Date }): DatabaseSession => ({ ...row, attributes: {} })
  return {
    async getSessionAndUser(sessionId) {
      const row = await db.session.findUnique({ where: { id: hash(sessionId) }, include: { user: true } })
      if (!row) return [null, null]
      const { user } = row
      return [
        toSession({ id: sessionId, userId: user.id, expiresAt: row.expiresAt }),
        { id: user.id, attributes: { email: user.email, createdAt: user.createdAt } },
      ]
    },
    getUserSessions: async (userId) => (await db.session.findMany({ where: { userId } })).map(toSession),
    async setSession({ id, userId, expiresAt }) {
      await db.session.create({ data: { id: hash(id), userId, expiresAt } })
    },
    async updateSessionExpiration(sessionId, expiresAt) {
      await db.session.updateMany({ where: { id: hash(sessionId) }, data: { expiresAt } })
    },
    async deleteSession(sessionId) {
      await db.session.deleteMany({ where: { id: hash(sessionId) } })
    },
    async deleteUserSessions(userId) {
      await db.session.deleteMany({ where: { userId } })
    },
    async deleteExpiredSessions() {
      await db.session.deleteMany({ where: { expiresAt: { lt: new Date() } } })
    },
  }
}

/** Sessions in a cookie: HttpOnly, SameSite=Lax, and in production Secure and bound to the host; 30 days of idleness end one. */
export const createLucia = (db: Db, isProduction: boolean) =>
  new Sessions(createAdapter(db), {
    sessionExpiresIn: new TimeSpan(30, 'd'),
    sessionCookie: {
      name: isProduction ? '__Host-printroom_session' : 'printroom_session',
      expires: true,
      attributes: { secure: isProduction, sameSite: 'lax', path: '/' },
    },
    getUserAttributes: ({ email, createdAt }) => ({ email, createdAt }),
  })

export type Lucia = ReturnType<typeof createLucia>

declare module 'lucia' {
  interface Register {
    Lucia: Lucia
    DatabaseUserAttributes: UserAttributes
  }
}
