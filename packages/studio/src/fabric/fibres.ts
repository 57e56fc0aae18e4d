import { type Field, blur, soften, standardise, white } from './field.ts'

/** The strongest fibre, in deviations. */
export const FIBRE_MAX = 3.2

/**
 * Staple fibres of a mixture, mean 0 and deviation 1: yarn is spun of them unevenly, so that each course is lighter and
 * darker by turns along some millimetres, and single fibres cross it. Skewed: a few are far from the rest, which is what
 * the eye takes for a mixture. Bounded above, so that no mixture needs less than no light. Dashes are about a millimetre
 * long: at twice that length and skew a reader of pictures by lot took every heather for fur.
 */
export function fibres(side: number): Field {
  const long = standardise(blur(soften(white(side, 7), 5, 1), 2, 'y'))
  const short = standardise(blur(soften(white(side, 8), 2, 1), 2, 'y'))
  const yarn = standardise(soften(white(side, 9), 12, 4))
  const skewed = standardise(
    long.map((value, i) => Math.exp(0.45 * (0.74 * value + 0.55 * short[i]! + 0.38 * yarn[i]!))),
  )
  for (let i = 0; i < skewed.length; i++) skewed[i] = Math.min(skewed[i]!, FIBRE_MAX)
  return skewed
}
