/** The weighted sum of neighbours in a row of pixels of `lanes` floats: `offset` is the first one's place in floats. */
export const gather = (row: Float32Array, offset: number, weights: readonly number[], lanes: number): number[] =>
  Array.from({ length: lanes }, (_, lane) =>
    weights.reduce((sum, weight, tap) => sum + weight * row[offset + tap * lanes + lane]!, 0),
  )

/** The weighted sum of rows. */
export const blend = (rows: readonly Float32Array[], weights: readonly number[]): number[] =>
  Array.from(rows[0]!, (_, at) => rows.reduce((sum, row, i) => sum + weights[i]! * row[at]!, 0))

/** A row with its outermost pixels, of `floats` each, four times more on either side. */
export function repeatEnds(row: readonly number[], floats: number): number[] {
  const [first, last] = [row.slice(0, floats), row.slice(-floats)]
  return [...Array.from({ length: 4 }, () => first).flat(), ...row, ...Array.from({ length: 4 }, () => last).flat()]
}
