import type { Context } from '../src/context.ts'

/** The same context, and how often it has asked the database since `reset`; transactions' own beginnings and ends are not counted. */
export function countStatements<Whole extends Pick<Context, 'db'>>(
  context: Whole,
): { watched: Whole; count(): number; reset(): void } {
  let statements = 0
  const counted = <Client extends object>(client: Client): Client =>
    new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (name === '$transaction')
          return (work: (tx: object) => unknown) => context.db.$transaction(async (tx) => work(counted(tx)))
        if (typeof value === 'function')
          return (...input: unknown[]) => {
            statements++
            return Reflect.apply(value, target, input) as unknown
          }
        return typeof value === 'object' && value !== null ? counted(value) : value
      },
    })
  return {
    watched: { ...context, db: counted(context.db) },
    count: () => statements,
    reset: () => void (statements = 0),
  }
}
