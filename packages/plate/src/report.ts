import type { PlateReport } from '@printroom/imaging/plate-check/check-plate'

/** Of an `about`: longer ones push their sentence to the right. */
const ABOUT_COLUMNS = 10

/** What a person at a terminal reads of a plate's check: a line what it came to, and one for each finding. */
export function reportLines(name: string, { isUsable, findings, print }: PlateReport): string[] {
  const counts = (['error', 'warning'] as const).flatMap((level) => {
    const count = findings.filter((each) => each.level === level).length
    return count === 0 ? [] : [`${count} ${level}${count === 1 ? '' : 's'}`]
  })
  const verdict = isUsable ? 'usable' : 'not usable'
  return [
    `${name}: ${[verdict, ...counts].join(', ')}`,
    ...findings.map(
      ({ level, about, sentence }) => `  ${level.padEnd(7)}  ${about.padEnd(ABOUT_COLUMNS)}  ${sentence}`,
    ),
    ...(print
      ? [
          `  A photograph printed on it comes back ${(100 * print.similarity).toFixed(1)} % alike, ${print.difference.toFixed(2)} off in colour (ΔE2000), ${(100 * print.seen).toFixed(0)} % of it in sight.`,
        ]
      : []),
  ]
}
