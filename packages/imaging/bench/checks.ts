import { precisionOf, recallOf, scoreOf } from '../test/checks/score.ts'

// pnpm --filter @printroom/imaging checks [first seed] [how many]: precision and recall of every check on prints made by lot. 1 to 250 are those
// that the checks were set by; the held-out ones are named in the test.

const [from = 1, count = 250] = process.argv.slice(2).map(Number)
const began = performance.now()
const scores = await scoreOf(Array.from({ length: count }, (_, at) => from + at))
for (const [kind, score] of Object.entries(scores)) {
  const { right, missed, false: wrong, none } = score
  process.stdout.write(
    `${kind}: precision ${precisionOf(score).toFixed(3)}, recall ${recallOf(score).toFixed(3)}; ${right} right, ${missed.length} missed (${missed.join(' ')}), ${wrong.length} false (${wrong.join(' ')}), ${none} rightly silent\n`,
  )
}
process.stdout.write(`${count} prints from ${from} in ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
