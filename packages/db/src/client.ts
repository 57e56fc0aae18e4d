import { PrismaPg } from '@prisma/adapter-pg'
import { Prisma, PrismaClient } from './generated/client.ts'

export type Db = PrismaClient
export type Transaction = Prisma.TransactionClient

/**
 * How long a statement waits for a free connection. One seller's orders pass one by one: of 200 at once the last waits
 * for all before it, and on a busy machine that took 19 s. Better late than refused.
 */
const WAIT_MS = 30_000

/** A client with its own pool of at most `poolSize` connections; `$disconnect()` ends it. */
export const createDb = (databaseUrl: string, poolSize = 10): Db =>
  new PrismaClient({
    adapter: new PrismaPg({ connectionString: databaseUrl, max: poolSize, connectionTimeoutMillis: WAIT_MS }),
    transactionOptions: { maxWait: WAIT_MS, timeout: WAIT_MS },
  })

/** Whether a write was refused because such a row is there already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
