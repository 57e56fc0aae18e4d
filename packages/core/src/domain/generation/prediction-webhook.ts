import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { notify } from './steps.ts'

const WINDOW_SECONDS = 300
const bodySchema = z.object({ id: z.string().min(1).max(200) })

export type WebhookHeaders = { id?: string; timestamp?: string; signature?: string }

/**
 * Takes a webhook of the image service: who sent it is proved by the signature over id, time and bytes. It is a hint
 * and no more: whoever makes the generation is woken and reads the truth from the service itself, so a webhook that
 * comes late or for nothing changes nothing, and one that comes again is not even looked at. A generation that has ended
 * is left alone.
 * @throws AppError bad_input when it is not signed by this secret (`whsec_…`) within 5 minutes
 */
export async function takePredictionWebhook(
  { db, clock }: Context,
  secret: string,
  headers: WebhookHeaders,
  body: Buffer,
): Promise<void> {
  const { id: webhookId } = headers
  if (!webhookId || !isSigned(secret, headers, body, clock.now()))
    throw new AppError('bad_input', { error: 'This webhook is not signed as it should be.' })
  // Once each: the service repeats a webhook under its own id until it is taken.
  const { count } = await db.providerWebhook.createMany({ data: [{ id: webhookId }], skipDuplicates: true })
  if (count === 0) return
  const { id: providerId } = bodySchema.parse(JSON.parse(String(body)))
  const generation = await db.generation.findFirst({ where: { providerId, status: 'rendering' } })
  if (!generation) return
  const { id, userId, progress } = generation
  await db.$transaction((tx) => notify(tx, { id, userId, status: 'rendering', progress }))
}

/** Forgets webhooks that nobody can repeat any more: their signatures are too old by far. */
export async function sweepPredictionWebhooks({ db }: Context): Promise<void> {
  await db.$executeRaw`DELETE FROM provider_webhooks WHERE received_at < now() - interval '1 day'`
}

/** Standard Webhooks: `v1,<base64 of HMAC-SHA256>`, several of them while a secret is being changed. */
function isSigned(secret: string, { id, timestamp, signature }: WebhookHeaders, body: Buffer, now: Date): boolean {
  if (!id || !timestamp || !signature || !(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= WINDOW_SECONDS))
    return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signature.split(' ').some((part) => {
    const given = Buffer.from(part.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
