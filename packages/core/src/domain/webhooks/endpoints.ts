import { WEBHOOK_ENDPOINTS_MAX, WEBHOOK_SECRET_OVERLAP_HOURS } from '@printroom/contract/limits'
import {
  WEBHOOK,
  type EndpointChange,
  type EndpointWire,
  type EndpointWithSecretWire,
  type NewEndpoint,
} from '@printroom/contract/webhooks'
import type { Transaction } from '@printroom/db/client'
import ipaddr from 'ipaddr.js'
import type { Context, UserId } from '../../context.ts'
import type { Env } from '../../env.ts'
import { AppError } from '../../errors.ts'
import { isForOneself } from '../../exposure.ts'
import { holdAccount } from '../../jobs/steps.ts'
import { giveUpWaiting } from './deliver.ts'
import { bareHost, isPublicAddress } from './public-address.ts'
import { newSecret } from './sign.ts'
import { toEndpointWire } from './wire.ts'

/** Where TLS is served; others would let a stranger's servers be tried port by port in our name. */
const PORTS = new Set(['', '443', '8443'])
/** Names that lead to no public host by definition (RFC 6761, 6762, 7686, 9476; ICANN's `internal`), and names without a dot. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|home\.arpa|test|invalid|example|onion|alt)$|^[^.]*$/i

/**
 * Refuses addresses that nothing could be sent to; what a name leads to is judged when it is called.
 * @throws AppError bad_input
 */
function assertCallable(address: string, env: Env): void {
  if (isForOneself(env)) return
  const { protocol, port, hostname } = new URL(address)
  const host = bareHost(hostname).replace(/\.$/, '')
  const isPublic = ipaddr.isValid(host) ? isPublicAddress(host) : !PRIVATE_NAME.test(host)
  const problem =
    protocol !== 'https:' ? WEBHOOK.notHttps : !PORTS.has(port) ? WEBHOOK.badPort : isPublic ? null : WEBHOOK.notPublic
  if (problem) throw new AppError('bad_input', { error: problem, fields: { url: problem } })
}

/** A user's endpoints, the oldest first. */
export async function listEndpoints({ db }: Context, userId: UserId): Promise<EndpointWire[]> {
  return (await db.webhookEndpoint.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })).map(toEndpointWire)
}

/** Adds an endpoint and tells its secret this once. @throws AppError bad_input (the address, or too many), unauthorized */
export async function createEndpoint(
  { db, env }: Context,
  userId: UserId,
  { url, events }: NewEndpoint,
): Promise<EndpointWithSecretWire> {
  assertCallable(url, env)
  const secret = newSecret()
  const endpoint = await db.$transaction(async (tx) => {
    if (!(await holdAccount(tx, userId))) throw new AppError('unauthorized')
    if ((await tx.webhookEndpoint.count({ where: { userId } })) >= WEBHOOK_ENDPOINTS_MAX)
      throw new AppError('bad_input', { error: WEBHOOK.tooMany })
    return tx.webhookEndpoint.create({ data: { userId, url, events, secret } })
  })
  return { ...toEndpointWire(endpoint), secret }
}

/** Changes what is named. Switched off, what waits for it is given up. @throws AppError not_found, bad_input */
export async function updateEndpoint(
  { db, env, clock }: Context,
  userId: UserId,
  { id, url, events, is_enabled }: EndpointChange,
): Promise<EndpointWire> {
  if (url !== undefined) assertCallable(url, env)
  return db.$transaction(async (tx) => {
    const endpoint = await hold(tx, userId, id)
    const isOff = endpoint.disabledAt !== null
    if (is_enabled === false && !isOff) await giveUpWaiting(tx, id)
    const on = { disabledAt: null, disabledReason: null, failingSince: null, pausedUntil: null }
    const changed = await tx.webhookEndpoint.update({
      where: { id },
      data: {
        ...(url === undefined ? {} : { url }),
        ...(events === undefined ? {} : { events }),
        ...(is_enabled === true && isOff ? on : {}),
        ...(is_enabled === false && !isOff ? { ...on, disabledAt: clock.now() } : {}),
      },
    })
    return toEndpointWire(changed)
  })
}

/** Removes an endpoint with its messages; nothing more is sent to it. @throws AppError not_found */
export async function removeEndpoint({ db }: Context, userId: UserId, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await hold(tx, userId, id)
    await giveUpWaiting(tx, id)
    await tx.webhookEndpoint.delete({ where: { id } })
  })
}

/**
 * Makes a new secret and tells it this once. Messages are signed with both for a day, so that the receiver may change over
 * in between. @throws AppError not_found
 */
export async function rotateSecret(
  { db, clock }: Context,
  userId: UserId,
  id: string,
): Promise<EndpointWithSecretWire> {
  const secret = newSecret()
  const until = new Date(clock.now().getTime() + WEBHOOK_SECRET_OVERLAP_HOURS * 3_600_000)
  const endpoint = await db.$transaction(async (tx) => {
    const { secret: oldSecret } = await hold(tx, userId, id)
    return tx.webhookEndpoint.update({ where: { id }, data: { secret, oldSecret, oldSecretUntil: until } })
  })
  return { ...toEndpointWire(endpoint), secret }
}

/** An endpoint, held until the transaction ends. @throws AppError not_found */
export async function hold(tx: Transaction, userId: UserId, id: string) {
  await tx.$queryRaw`SELECT id FROM webhook_endpoints WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR UPDATE`
  const endpoint = await tx.webhookEndpoint.findFirst({ where: { id, userId } })
  if (!endpoint) throw new AppError('not_found')
  return endpoint
}
