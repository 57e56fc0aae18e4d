import type { UserWire } from '@printroom/contract/wire'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { toUserWire } from './user-wire.ts'

/** The account of an email. @throws AppError invalid_credentials when there is none */
export async function login({ db }: Context, { email }: { email: string }): Promise<UserWire> {
  const user = await db.user.findUnique({ where: { email } })
  if (!user) throw new AppError('invalid_credentials')
  return toUserWire(user)
}
