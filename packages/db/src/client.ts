import { PrismaPg } from '@prisma/adapter-pg'
import { Prisma, PrismaClient } from './generated/client.ts'

export type Db = PrismaClient
export type Transaction = Prisma.TransactionClient

/** A client with its own pool of at most `poolSize` connections; `$disconnect()` ends it. */
export const createDb = (databaseUrl: string, poolSize = 10): Db =>
  new PrismaClient({
    adapter: new PrismaPg({ connectionString: databaseUrl, max: poolSize, connectionTimeoutMillis: 10_000 }),
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
  })

/** Whether a write was refused because such a row is there already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
