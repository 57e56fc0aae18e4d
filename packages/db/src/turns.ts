/** Does a piece of work when its turn comes. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/** So many places for work; what comes while all are taken waits, and is done in the order in which it came. */
export function createTurns(places: number): Turns {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const begin = waiting.shift()
      if (begin) begin()
      else free += 1
    }
  }
}
