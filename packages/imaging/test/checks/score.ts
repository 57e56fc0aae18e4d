import { checkPrint } from '@printroom/studio/checks/check-print'
import { type Kind, makePrint } from './made-prints.ts'

export const KINDS: readonly Kind[] = ['vanishing', 'hidden', 'resolution', 'soft', 'halo']

export type Score = { right: number; missed: number[]; false: number[]; none: number }

export const precisionOf = ({ right, false: wrong }: Score): number => right / (right + wrong.length)
export const recallOf = ({ right, missed }: Score): number => right / (right + missed.length)

/** What the checks find in prints made from these seeds, against what was put there. Lists hold the seeds of mistakes. */
export async function scoreOf(seeds: readonly number[]): Promise<Record<Kind, Score>> {
  const scores = Object.fromEntries(
    KINDS.map((kind): [Kind, Score] => [kind, { right: 0, missed: [], false: [], none: 0 }]),
  ) as Record<Kind, Score>
  for (const seed of seeds) {
    const { print, truth } = await makePrint(seed)
    const found = new Set(checkPrint(print).map(({ kind }) => kind))
    for (const kind of KINDS) {
      const score = scores[kind]
      if (truth[kind] && found.has(kind)) score.right += 1
      else if (truth[kind]) score.missed.push(seed)
      else if (found.has(kind)) score.false.push(seed)
      else score.none += 1
    }
  }
  return scores
}
