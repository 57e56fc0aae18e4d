import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Runs the work of a transaction; whatever it starts knows, until it ends, that a transaction is open. */
export async function runInScope<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await scope.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}

/**
 * For every client of a service. A transaction holds locks and one of few connections: a service that hangs while it is
 * asked inside one would take the whole product with it.
 * @throws Error inside a transaction's callback, in every environment
 */
export function assertNoTransaction(service: string): void {
  if (scope.getStore()?.isOpen)
    throw new Error(`${service} was asked inside a database transaction: ask before it or after it, or add a job.`)
}

/** The same client, whose functions and those of its parts refuse to be called inside a transaction. */
export function outsideTransactions<Client extends object>(service: string, client: Client): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value === 'object' && value !== null) return outsideTransactions(service, value)
      if (typeof value !== 'function') return value
      return (...given: unknown[]): unknown => {
        assertNoTransaction(service)
        return Reflect.apply(value, target, given)
      }
    },
  })
}
