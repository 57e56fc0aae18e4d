import type { GoogleWire } from '@printroom/contract/wire'

/** Where Firebase's ID tokens are signed for a project, and how the browser reaches the accounts. */
export type GoogleProject = { id: string; keysUrl: string; browser: GoogleWire }

/** What a token proves. */
export type GoogleAccount = { uid: string; email: string }

export type GoogleAccounts = {
  project: GoogleProject
  /** @throws AppError invalid_credentials (anything wrong with the token), unready (no keys to judge it by) */
  verify(idToken: string): Promise<GoogleAccount>
}
