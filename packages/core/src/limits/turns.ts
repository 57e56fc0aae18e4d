import { type Turns, createTurns } from '@printroom/db/turns'

/**
 * So many places for each key: whoever asks for much at once keeps himself waiting and nobody else. Each process has its
 * own.
 */
export function createTurnsByKey(
  places: number,
): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const lines = new Map<string, { turns: Turns; open: number }>()
  return async (key, work) => {
    const line = lines.get(key) ?? { turns: createTurns(places), open: 0 }
    lines.set(key, line)
    line.open += 1
    try {
      return await line.turns(work)
    } finally {
      line.open -= 1
      if (line.open === 0) lines.delete(key)
    }
  }
}
