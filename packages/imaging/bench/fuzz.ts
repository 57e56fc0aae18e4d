import { ingestPng } from '../src/ingest.ts'
import { mutate } from '../test/mutate.ts'

// tsx bench/fuzz.ts [count]: mutated uploads; prints what they were answered, the slowest one, and the memory.

const count = Number(process.argv[2] ?? 10_000)
const answers = new Map<string, number>()
let slowest = 0
const before = process.memoryUsage.rss()
for (let seed = 0; seed < count; seed++) {
  const start = performance.now()
  const answer = await ingestPng(mutate(seed))
  slowest = Math.max(slowest, performance.now() - start)
  const key = answer.ok ? 'taken' : answer.reason
  answers.set(key, (answers.get(key) ?? 0) + 1)
}
const grown = (process.memoryUsage.rss() - before) / 1e6
process.stdout.write(`${count} files: ${[...answers].map(([key, n]) => `${n} ${key}`).join(', ')}\n`)
process.stdout.write(`slowest ${slowest.toFixed(0)} ms, memory grown by ${grown.toFixed(0)} MB\n`)
