import type { Db, Transaction } from '@printroom/db/client'
import { release } from '../credits/ledger.ts'
import type { Printable } from '../designs/printable.ts'
import { tellPictureEnded } from '../webhooks/pictures.ts'
import { GENERATION_CHANNEL, type GenerationEvent } from './events.ts'
import type { GenerationInput } from './input.ts'

/** What an attempt holds: its number is the fencing token that only it may finish with. */
export type Claim = { id: string; userId: string; attempt: number }

/** Tells everybody who waits; inside a transaction it is heard when the transaction commits. */
export async function notify(tx: Transaction, ...events: GenerationEvent[]): Promise<void> {
  const texts = events.map((event) => JSON.stringify(event))
  await tx.$executeRaw`SELECT pg_notify(${GENERATION_CHANNEL}, event) FROM unnest(${texts}::text[]) AS event`
}

/** What a worker needs of the generation that it has taken. */
export type Taken = Claim & {
  seed: number
  input: GenerationInput
  providerIds: string[]
  design: (Printable & { filename: string; fileSize: number }) | null
}

/**
 * Takes a generation over with a higher attempt number, or null when it has ended already. One statement: whoever ordered
 * waits for it.
 */
export async function claim(db: Db, id: string): Promise<Taken | null> {
  const [row] = await db.$queryRaw<Taken[]>`
    WITH claimed AS (
      UPDATE generations SET status = 'rendering', attempt = attempt + 1, progress = 0,
        started_at = coalesce(started_at, now()), heartbeat_at = now()
      WHERE id = ${id}::uuid AND status IN ('queued', 'rendering')
      RETURNING id, user_id, attempt, seed, input, provider_ids, design_id
    ), told AS (
      SELECT pg_notify(${GENERATION_CHANNEL}, json_build_object(
        'id', id, 'userId', user_id, 'status', 'rendering', 'progress', 0)::text)::text FROM claimed
    )
    SELECT c.id, c.user_id AS "userId", c.attempt, c.seed, c.input, c.provider_ids AS "providerIds",
      CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'filename', d.filename, 'fileSize', d.file_size,
        'fileKey', d.file_key, 'printKey', d.print_key, 'width', d.width, 'height', d.height) END AS design
    FROM claimed c CROSS JOIN told LEFT JOIN designs d ON d.id = c.design_id`
  return row ?? null
}

/** Records how far an attempt is, in percent, and that it lives. False when another attempt has taken over. */
export async function report(db: Db, { id, userId, attempt }: Claim, progress: number): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.generation.updateMany({
      where: { id, attempt, status: 'rendering' },
      data: { progress, heartbeatAt: new Date() },
    })
    if (count) await notify(tx, { id, userId, status: 'rendering', progress })
    return count > 0
  })
}

/**
 * Ends a generation that will not be made and gives its credit back, in one transaction.
 * `attempt` null ends it whoever holds it (the sweeper's way). False when it had ended already.
 */
export async function giveUp(
  db: Db,
  { id, attempt }: { id: string; attempt: number | null },
  reason: { sentence: string; detail: string },
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const [ended] = await tx.generation.updateManyAndReturn({
      where: { id, status: { in: ['queued', 'rendering'] }, ...(attempt === null ? {} : { attempt }) },
      data: {
        status: 'failed',
        error: reason.sentence,
        errorDetail: reason.detail.slice(0, 2000),
        finishedAt: new Date(),
      },
    })
    if (!ended) return false
    await release(tx, ended.userId, [id])
    const { settings } = ended.input as unknown as { settings: object }
    const data = { design_id: ended.designId, ...settings, error: reason.sentence, credits_returned: 1 }
    await tellPictureEnded(tx, ended.userId, id, { type: 'mockup.failed', data })
    await notify(tx, { id, userId: ended.userId, status: 'failed', progress: ended.progress })
    return true
  })
}
