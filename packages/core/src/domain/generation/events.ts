import type { MockupWire } from '@printroom/contract/wire'

/** What travels on the database's `generation` channel: every step of every generation, to whoever waits for it. */
export const GENERATION_CHANNEL = 'generation'

export type GenerationEvent = {
  id: string
  userId: string
  status: 'queued' | 'rendering' | 'done' | 'failed'
  progress: number
  /** With the news that it is done, the mockup, but for one with `debug_info`: news may be 8000 bytes long, and it needs up to 2000. */
  mockup?: MockupWire
}

/** `event` is null after a reconnect: anything may have happened meanwhile, so read the truth again. */
export type Listener = (event: GenerationEvent | null) => void
/** `userId` is null after a reconnect. */
export type AccountListener = (userId: string | null) => void
/** `id` is null after a reconnect. */
export type EndedListener = (id: string | null) => void
export type Events = {
  subscribe(listener: Listener): () => void
  /** Balance, plan, status or dates of a user have changed. */
  subscribeAccount(listener: AccountListener): () => void
  /** An upload or an export has ended, or is gone. */
  subscribeEnded(listener: EndedListener): () => void
  /** Some scene of a user's has moved, or is gone; null after a reconnect. */
  subscribeScenes(listener: AccountListener): () => void
  close(): Promise<void>
}
