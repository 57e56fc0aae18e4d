/**
 * Each connection keeps the plans of those that have names, which takes memory of Postgres: enough for what is asked again
 * and again.
 */
const MOST = 100

/**
 * Names for prepared statements: Postgres reads and plans a statement with a name once a connection, and one without each
 * time, which for the statement that places an order is a third of what it takes. A text gets its name when it comes a second
 * time, until so many have one: lists of values make a text of every length, and few of those come again. Without values it
 * gets none: a text may then be several statements, which none with a name can be.
 * @returns the name of a statement by its text; empty where it has none
 */
export function createStatementNames(most = MOST): (statement: { sql: string; args: readonly unknown[] }) => string {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return ({ sql, args }) => {
    if (args.length === 0) return ''
    const name = names.get(sql)
    if (name !== undefined) return name
    if (names.size >= most) return ''
    if (!seen.delete(sql)) {
      if (seen.size >= most) seen.clear()
      seen.add(sql)
      return ''
    }
    const added = `printroom_${names.size + 1}`
    names.set(sql, added)
    return added
  }
}
