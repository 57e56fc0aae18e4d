/** What travels on the database's `generation` channel: every step of every generation, to whoever waits for it. */
export const GENERATION_CHANNEL = 'generation'

export type GenerationEvent = { id: string; userId: string; status: 'queued' | 'rendering' | 'done' | 'failed'; progress: number }
