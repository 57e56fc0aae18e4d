import { assertNoTransaction } from '@printroom/db/transaction-scope'

/** One plate takes a second or two of a processor, and a page asks for a dozen. */
const MADE_WITHIN_MS = 60_000

/**
 * Has a process on this machine make a small plate by its file's name, and waits until the file is there (`serve-plates.ts`
 * of imaging). False when there is no plate of that name; a maker out of reach has made none, and answers true.
 */
export async function makeSmallPlate(maker: string, file: string): Promise<boolean> {
  assertNoTransaction('The maker of plates')
  const signal = AbortSignal.timeout(MADE_WITHIN_MS)
  const answer = await fetch(new URL(file, maker), { method: 'POST', signal }).catch(() => undefined)
  return answer?.status !== 404
}
