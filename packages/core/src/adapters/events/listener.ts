import pg from 'pg'
import type { Log } from '../../context.ts'
import { SCENE_CHANNEL } from '../../domain/scenes/steps.ts'
import { ENDED_CHANNEL } from '../../jobs/steps.ts'
import {
  type AccountListener,
  type EndedListener,
  type Events,
  GENERATION_CHANNEL,
  type GenerationEvent,
  type Listener,
} from '../../domain/generation/events.ts'

/** The database's own word of a changed account: a trigger on users. */
const ACCOUNT_CHANNEL = 'account'

const RECONNECT_MS = 500

/** The process's one LISTEN connection, shared by everybody who waits; it mends itself. */
export function listenForGenerations(databaseUrl: string, log: Log): Events {
  const listeners = new Set<Listener>()
  const accountListeners = new Set<AccountListener>()
  const endedListeners = new Set<EndedListener>()
  const sceneListeners = new Set<AccountListener>()
  let isClosed = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined

  const tell = (event: GenerationEvent | null) => {
    for (const listener of listeners) listener(event)
  }
  const tellAccount = (userId: string | null) => {
    for (const listener of accountListeners) listener(userId)
  }

  const tellEnded = (id: string | null) => {
    for (const listener of endedListeners) listener(id)
  }
  const tellScenes = (userId: string | null) => {
    for (const listener of sceneListeners) listener(userId)
  }
  const hear = ({ channel, payload }: pg.Notification) => {
    if (channel === ACCOUNT_CHANNEL) tellAccount(payload ?? null)
    else if (channel === ENDED_CHANNEL) tellEnded(payload ?? null)
    else if (channel === SCENE_CHANNEL) tellScenes(payload ?? null)
    else tell(JSON.parse(payload ?? 'null'))
  }

  const connect = async () => {
    const next = new pg.Client({ connectionString: databaseUrl, keepAlive: true, application_name: 'printroom-listen' })
    let isLost = false
    const lost = (error?: Error) => {
      if (isLost || isClosed) return
      isLost = true
      client = null
      log.warn({ reason: error?.message }, 'the LISTEN connection was lost; connecting again')
      next.end().catch(() => undefined)
      retry = setTimeout(connect, RECONNECT_MS)
    }
    next.on('error', lost)
    next.on('end', () => lost())
    next.on('notification', hear)
    try {
      await next.connect()
      await next.query(
        `LISTEN ${GENERATION_CHANNEL}; LISTEN ${ACCOUNT_CHANNEL}; LISTEN ${ENDED_CHANNEL}; LISTEN ${SCENE_CHANNEL}`,
      )
      client = next
      if (isClosed) await next.end()
      else {
        tell(null)
        tellAccount(null)
        tellEnded(null)
        tellScenes(null)
      }
    } catch (error) {
      lost(error as Error)
    }
  }
  const ready = connect()

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    subscribeAccount(listener) {
      accountListeners.add(listener)
      return () => void accountListeners.delete(listener)
    },
    subscribeEnded(listener) {
      endedListeners.add(listener)
      return () => void endedListeners.delete(listener)
    },
    subscribeScenes(listener) {
      sceneListeners.add(listener)
      return () => void sceneListeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await ready
      await client?.end()
    },
  }
}
