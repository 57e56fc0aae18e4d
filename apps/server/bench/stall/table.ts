import type { Watched } from './probe.ts'

/** A phase of the bench: what was asked meanwhile, the server's longest pause in seconds, its memory in bytes after it. */
export type Phase = { name: string; watched: Watched; pause: number; memory: number }

const milliseconds = (value: number): string =>
  value < 1000 ? `${value.toFixed(value < 10 ? 1 : 0)} ms` : `${(value / 1000).toFixed(1)} s`

export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const spread = ({ times, failures }: { times: number[]; failures: number } = { times: [], failures: 0 }): string =>
  `${milliseconds(quantile(times, 0.5))}, ${milliseconds(quantile(times, 0.99))}${failures ? `, ${failures} of ${times.length} not answered` : ''}`

export const spreadOf = (times: number[]): string => spread({ times, failures: 0 })

/** The phases as Markdown. */
export function tableOf(phases: readonly Phase[]): string {
  const rows = phases.map(({ name, watched, pause, memory }) => {
    const cells = [
      name,
      spread(watched['/api/user']),
      spread(watched['/']),
      milliseconds(pause * 1000),
      `${(memory / 1e6).toFixed(0)} MB`,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| while | `GET /api/user`: median, p99 | `GET /`: median, p99 | longest pause of the event loop | memory of the server |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
