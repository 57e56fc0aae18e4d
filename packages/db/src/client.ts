import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { Prisma, PrismaClient } from './generated/client.ts'
import { createStatementNames } from './statement-names.ts'
import { runInScope } from './transaction-scope.ts'
import { createTurns } from './turns.ts'

export { Prisma }
export type Db = PrismaClient
export type Transaction = Prisma.TransactionClient

/**
 * How long a statement waits for a free connection. One seller's orders pass one by one: of 200 at once the last waits
 * for all before it, and on a busy machine that took 19 s. Better late than refused.
 */
const WAIT_MS = 30_000

/**
 * Of ten connections, transactions hold seven at a time, and the others wait for them: a transaction holds its connection
 * over many statements and other people's locks, and whoever only reads a line would wait behind all of them.
 */
const TRANSACTIONS_SHARE = 0.7

/** How long each client's line is. */
const lines = new WeakMap<Db, () => number>()

/** How many statements and transactions of a client wait for a connection. */
export const waitingFor = (db: Db): number => lines.get(db)?.() ?? 0

/** A client with its own pool of at most `poolSize` connections; `$disconnect()` ends it. */
export function createDb(databaseUrl: string, poolSize = 10): Db {
  const pool = new Pool({ connectionString: databaseUrl, max: poolSize, connectionTimeoutMillis: WAIT_MS })
  // The adapter stops listening to a connection whose BEGIN fails. What Postgres says on it afterwards, as when it is
  // stopped, nobody would hear, and an error that nobody hears ends the process; whoever asked has been told already.
  pool.on('connect', (connection) => connection.on('error', () => {}))
  const db = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator: createStatementNames() }),
    transactionOptions: { maxWait: WAIT_MS, timeout: WAIT_MS },
  })
  const transactions = boundTransactions(db, Math.max(1, Math.floor(poolSize * TRANSACTIONS_SHARE)))
  lines.set(db, () => pool.waitingCount + transactions.waiting())
  return db
}

/**
 * So many of this client's transactions are open at once, and the others wait; inside them, what asks a service
 * (`assertNoTransaction`) throws.
 */
function boundTransactions(db: Db, most: number): { waiting(): number } {
  type Work = (tx: Transaction) => Promise<unknown>
  type Begin = (work: Work | Prisma.PrismaPromise<unknown>[], options?: object) => Promise<unknown>
  const begin = db.$transaction.bind(db) as Begin
  const inTurn = createTurns(most)
  let waiting = 0
  const transaction: Begin = (work, options) => {
    waiting += 1
    return inTurn(() => {
      waiting -= 1
      return begin(typeof work === 'function' ? (tx) => runInScope(() => work(tx)) : work, options)
    })
  }
  db.$transaction = transaction as Db['$transaction']
  return { waiting: () => waiting }
}

/** Whether a write was refused because such a row is there already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
