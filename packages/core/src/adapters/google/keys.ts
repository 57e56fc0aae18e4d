import { assertNoTransaction } from '@printroom/db/transaction-scope'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { Log } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../clock.ts'

/** Google renews its keys every few hours and publishes new ones well before they sign. */
const FRESH_MS = 3_600_000
/** Without its endpoint the last keys serve for a day; a key that was withdrawn must not live on for ever. */
const USABLE_MS = 24 * 3_600_000
/** An unknown key id asks the endpoint at most this often, so that forged tokens make no traffic. */
const COOLDOWN_MS = 30_000
const PATIENCE_MS = 5_000

/**
 * The keys that ID tokens are signed with, fetched when they are first needed and kept.
 * The result throws AppError unready when there are none to be had.
 */
export function createKeySource(url: string, clock: Clock, log: Log): JWTVerifyGetKey {
  let keys: { find: JWTVerifyGetKey; at: number } | null = null
  let askedAt = -Infinity
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    askedAt = clock.now().getTime()
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
      if (!response.ok) throw new Error(`it answered ${response.status}`)
      keys = { find: createLocalJWKSet((await response.json()) as JSONWebKeySet), at: clock.now().getTime() }
    } catch (error) {
      log.warn(
        { reason: (error as Error).message, has_keys: keys !== null },
        "the keys of Google's tokens could not be fetched",
      )
    }
  }

  /** One question at a time, however many wait for its answer. */
  const refresh = (): Promise<void> => (asking ??= ask().finally(() => (asking = null)))
  const isOlderThan = (ms: number) => keys === null || clock.now().getTime() - keys.at > ms

  return async (header, token) => {
    assertNoTransaction('Google')
    if (isOlderThan(FRESH_MS) && (keys === null || clock.now().getTime() - askedAt > COOLDOWN_MS)) await refresh()
    if (!keys || isOlderThan(USABLE_MS)) throw new AppError('unready')
    try {
      return await keys.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || clock.now().getTime() - askedAt <= COOLDOWN_MS) throw error
      await refresh()
      return keys.find(header, token)
    }
  }
}
