import { randomInt } from 'node:crypto'
import { waitingFor } from '@printroom/db/client'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

/**
 * While so many statements and transactions wait for a connection of this process, programs are told to come later. Each
 * request waits for one at a time, so that these are about the requests that are let in, and as many as a process answers in
 * a second bound what each waits (250 to 300 with a core of its own); a crowd of 200 that comes at once is let in whole.
 */
export const LONGEST_LINE = 200
/** People are refused last: a page asks little, and nobody waits before it for `Retry-After`. */
const LONGEST_LINE_OF_PEOPLE = 2 * LONGEST_LINE

/** Each is told another moment, so that those who were refused together do not come back together. */
const RETRY_SECONDS = { from: 1, to: 5 } as const

/**
 * Refuses what could not be answered soon, before anything of it is done or looked up.
 * @param isProgram it came with a token, and not from a browser
 * @throws AppError overloaded
 */
export function assertNotOverloaded({ db }: Pick<Context, 'db'>, isProgram: boolean): void {
  if (waitingFor(db) < (isProgram ? LONGEST_LINE : LONGEST_LINE_OF_PEOPLE)) return
  throw new AppError('overloaded', { retryAfterSeconds: randomInt(RETRY_SECONDS.from, RETRY_SECONDS.to + 1) })
}
