import { photograph } from '../test/made/photograph.ts'
import { sceneOf } from '../test/made/lots.ts'
import { judgedAgainst } from '../test/made/truth.ts'
import { measurePhotograph } from '../src/measure.ts'
import type { Target } from '../src/plate/target.ts'
import type { Report } from '../src/report.ts'

// tsx bench/lot.ts LOT FROM TO [WIDTH]: made photographs of a lot, measured, each with what is true of it; a line of JSON a scene.

const [lot = 'tune', from = '0', to = '1', width = '1500'] = process.argv.slice(2)
for (let index = Number(from); index < Number(to); index++) {
  const scene = sceneOf(lot, index, Number(width))
  const made = await photograph(scene)
  const target: Target = {
    product: 'made',
    side: undefined,
    anchor: 'top',
    sizesIn: { small: 2, medium: 3, large: 3.5 },
    sheet: scene.sheet,
  }
  const started = performance.now()
  const measurement = await measurePhotograph(made.jpeg, target, 'made-1')
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1))
  const line = measurement.ok
    ? { ...(await judgedAgainst(scene, made.truth, measurement.measured)), ...summaryOf(measurement.report) }
    : { refused: measurement.refusal.code }
  console.log(
    JSON.stringify({
      lot,
      index,
      focal: scene.focal,
      area: `${scene.sheet.width}x${scene.sheet.height}`,
      ...line,
      seconds,
    }),
  )
}

function summaryOf({ markers, map, area, clipped, blur, step, recolours, edge, megabytes, warnings }: Report) {
  return {
    markers: `${markers.found}/${markers.of}`,
    tested: [map.median, map.p95],
    area,
    clipped,
    blur,
    step,
    recolours,
    edge,
    megabytes,
    warnings: warnings.length,
  }
}
