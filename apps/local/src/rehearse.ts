import { rehearse } from './rehearsal/rehearse.ts'

// `pnpm --filter @printroom/local rehearse [sellers]`: production on this machine, by itself, in some minutes.
const sellers = Number(process.argv[2] ?? 8)
const startedAt = performance.now()
const say = (line: string) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
const report = await rehearse(sellers, say)
console.log(JSON.stringify(report, null, 2))
console.log(
  report.load.failures.length === 0 ? 'No request failed.' : `${report.load.failures.length} requests failed.`,
)
process.exitCode = report.load.failures.length === 0 ? 0 : 1
