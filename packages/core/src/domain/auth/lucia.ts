import type { Db } from '@printroom/db/client'
import { Lucia as Sessions, TimeSpan, type Adapter, type DatabaseSession } from 'lucia'
import { hashOf } from './secrets.ts'

type UserAttributes = { email: string; createdAt: Date }
type SessionAttributes = { browser: string; lastSeenAt: Date }

/** Ids are hashed at rest, so that a copy of the table opens no account. */

function createAdapter(db: Db): Adapter {
  type Row = { userId: string; expiresAt: Date } & SessionAttributes
  const toSession = (id: string, { userId, expiresAt, browser, lastSeenAt }: Row): DatabaseSession => ({
    id,
    userId,
    expiresAt,
    attributes: { browser, lastSeenAt },
  })
  return {
    async getSessionAndUser(sessionId) {
      const row = await db.session.findUnique({ where: { id: hashOf(sessionId) }, include: { user: true } })
      if (!row || row.user.deletedAt) return [null, null]
      const { user } = row
      return [toSession(sessionId, row), { id: user.id, attributes: { email: user.email, createdAt: user.createdAt } }]
    },
    getUserSessions: async (userId) =>
      (await db.session.findMany({ where: { userId } })).map((row) => toSession(row.id, row)),
    async setSession({ id, userId, expiresAt, attributes }) {
      await db.session.create({ data: { id: hashOf(id), userId, expiresAt, ...attributes } })
    },
    async updateSessionExpiration(sessionId, expiresAt) {
      await db.session.updateMany({ where: { id: hashOf(sessionId) }, data: { expiresAt } })
    },
    async deleteSession(sessionId) {
      await db.session.deleteMany({ where: { id: hashOf(sessionId) } })
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
    getSessionAttributes: ({ browser, lastSeenAt }) => ({ browser, lastSeenAt }),
    getUserAttributes: ({ email, createdAt }) => ({ email, createdAt }),
  })

export type Lucia = ReturnType<typeof createLucia>

declare module 'lucia' {
  interface Register {
    Lucia: Lucia
    DatabaseUserAttributes: UserAttributes
    DatabaseSessionAttributes: SessionAttributes
  }
}
