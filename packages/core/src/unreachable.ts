/** What a Postgres that is away, starting, stopping or out of connections is called, by whoever speaks. */
const UNREACHABLE = new Set([
  // Postgres
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // the network
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  // Prisma, and its driver adapter
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
])
/** What the driver says of a connection that broke under a statement; it gives no code then. */
const BROKEN =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|timeout exceeded when trying to connect)/

/**
 * Whether a statement failed because Postgres could not be reached or went away under it, so that the same will work when
 * it is back. Prisma wraps what it is told in up to three layers, each of which may be the one that says so.
 */
export function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, originalCode, kind, message, cause, meta } = error as Record<string, unknown>
  if ([code, originalCode, kind].some((name) => UNREACHABLE.has(String(name)))) return true
  if (error instanceof Error && BROKEN.test(String(message))) return true
  return (
    isUnreachable(cause) || isUnreachable((meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError)
  )
}
