/** Whose key a call is made with: one that may do everything, or one that may make pictures up to a cap. */
export type By = 'all' | 'capped'
/** What a program does: `nth` is an order of its own (its idempotency key), `picture` what it shows. */
export type Act =
  | { does: 'order'; nth: number; picture: number; by: readonly By[] }
  | { does: 'order another under its key'; nth: number; picture: number }
  | { does: 'cancel'; nth: number; by: By }
  | { does: 'wait'; nth: number; by: By }
  | { does: 'order a batch'; nth: number; copies: number }
  | { does: 'cancel a batch'; nth: number }
  | { does: 'quote'; picture: number }
  | { does: 'read the balance' }
  | { does: 'list' }
  | { does: 'restart the server'; signal: 'SIGKILL' | 'SIGTERM' }

export const callsOf = (act: Act): number =>
  act.does === 'order'
    ? act.by.length
    : act.does === 'order a batch'
      ? act.copies
      : act.does === 'restart the server'
        ? 0
        : 1

/** How much of what is done is which. */
const SHARES = [
  [0.06, 'new order'],
  [0.5, 'repeat'],
  [0.55, 'other'],
  [0.64, 'cancel'],
  [0.7, 'wait'],
  [0.708, 'new batch'],
  [0.75, 'repeat of a batch'],
  [0.76, 'cancel of a batch'],
  [0.86, 'quote'],
  [0.94, 'balance'],
  [1, 'list'],
] as const
/** The server is restarted in the middle, or among so many calls once, by these in turn. */
const CALLS_A_RESTART = 2_500
const SIGNALS = ['SIGKILL', 'SIGTERM'] as const
/** Orders and batches that are still spoken of. */
const RECENT = 30
/** So many new orders show what an earlier one shows. */
const SAME_PICTURE = 0.15

/** So many calls, which the seed decides, and restarts among them. Whatever is named has been ordered before it, or is being ordered. */
export function planOf(seed: number, calls: number): Act[] {
  const random = randomOf(seed)
  const below = (end: number): number => Math.floor(random() * end)
  const pictures: number[] = []
  let batches = 0
  const recent = (count: number): number => count - 1 - below(Math.min(count, RECENT))
  const copies = (): number => 1 + below(2) + below(2)
  const keys = (): By[] => Array.from({ length: copies() }, () => (random() < 0.25 ? 'capped' : 'all'))
  const order = (): Act => {
    const isSame = pictures.length > 0 && random() < SAME_PICTURE
    const picture = isSame ? pictures[recent(pictures.length)]! : pictures.length
    return { does: 'order', nth: pictures.push(picture) - 1, picture, by: keys() }
  }
  const batch = (): Act => ({ does: 'order a batch', nth: batches++, copies: copies() })

  function next(): Act {
    const dice = random()
    const kind = SHARES.find(([share]) => dice < share)![1]
    if (kind === 'quote') return { does: 'quote', picture: below(pictures.length + 5) }
    if (kind === 'balance') return { does: 'read the balance' }
    if (kind === 'list') return { does: 'list' }
    if (kind === 'new batch' || (kind.endsWith('of a batch') && batches === 0)) return batch()
    if (kind === 'repeat of a batch') return { does: 'order a batch', nth: recent(batches), copies: copies() }
    if (kind === 'cancel of a batch') return { does: 'cancel a batch', nth: recent(batches) }
    if (kind === 'new order' || pictures.length === 0) return order()
    const nth = recent(pictures.length)
    if (kind === 'repeat') return { does: 'order', nth, picture: pictures[nth]!, by: keys() }
    if (kind === 'other') return { does: 'order another under its key', nth, picture: pictures[nth]! + 1 }
    return { does: kind, nth, by: random() < 0.25 ? 'capped' : 'all' }
  }

  const acts: Act[] = []
  const part = calls / (Math.ceil(calls / CALLS_A_RESTART) + 1)
  let [made, restarts] = [0, 0]
  while (made < calls) {
    if (made >= part * (restarts + 1))
      acts.push({ does: 'restart the server', signal: SIGNALS[restarts++ % SIGNALS.length]! })
    const act = next()
    acts.push(act)
    made += callsOf(act)
  }
  return acts
}

/** Numbers from 0 to 1 that a seed decides (mulberry32, Tommy Ettinger, public domain). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
