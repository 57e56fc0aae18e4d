import { AuthenticationError, InsufficientCreditsError, PermissionError } from '../errors.ts'

/** What the command line ends with. */
export const EXIT = { ok: 0, failed: 1, usage: 2, credits: 3, auth: 4, aborted: 130 } as const

/** What was typed cannot be understood or made; its sentence says what can. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The exit code that tells of an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage
  if (error instanceof InsufficientCreditsError) return EXIT.credits
  if (error instanceof AuthenticationError || error instanceof PermissionError) return EXIT.auth
  return EXIT.failed
}
