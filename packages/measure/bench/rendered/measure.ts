import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { judgedAgainst } from '../../test/made/truth.ts'
import { maskPartsOf } from '../../src/garment/mask-parts.ts'
import { measurePhotograph } from '../../src/measure.ts'
import type { Target } from '../../src/plate/target.ts'
import { rendered } from './photograph.ts'

// tsx bench/rendered/measure.ts FOLDER NUMBER [STOPS]: the photograph of a rendered scene, measured, with what is true of it, as a line
// of JSON; the photograph and, smaller, the blank garment and the mask that were found are put beside the scene.

const BESIDE = 512
const [folder = '', number = '0', stops = '0'] = process.argv.slice(2)
const made = await rendered(folder, Number(number), Number(stops))
const { facts, sheet, lens, width } = made
writeFileSync(path.join(folder, number, 'photo.jpg'), made.jpeg)
const target: Target = {
  product: facts.kind,
  side: undefined,
  anchor: 'top',
  sizesIn: { small: 2, medium: 3, large: 3.5 },
  sheet,
}
const before = process.cpuUsage()
const started = performance.now()
const measurement = await measurePhotograph(made.jpeg, target, 'made-1')
const wall = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(before)
const known = {
  number: facts.number,
  kind: facts.kind,
  place: facts.place,
  focal: facts.focal,
  width,
  quality: lens.quality,
}
const spent = { wall: Number(wall.toFixed(1)), processor: Number(((user + system) / 1e6).toFixed(1)) }
if (measurement.ok) {
  const { report, measured } = measurement
  const parts = await maskPartsOf(measured, BESIDE)
  for (const [i, name] of ['blank.webp', 'mask.png'].entries())
    writeFileSync(path.join(folder, number, name), parts[i]!)
  const judged = judgedAgainst(made, made.truth, measured)
  const at2048 = judged.map.slice(0, 2).map((error) => Number(((error * 2048) / report.plate.size).toFixed(2)))
  const { map, markers, area, clipped, step, foldMiss, recolours, warnings } = report
  const line = {
    ...known,
    ...judged,
    map: at2048,
    tested: map.p95,
    found: `${markers.found}/${markers.of}`,
    printable: area.printable,
  }
  console.log(
    JSON.stringify({ ...line, clipped, step, foldMiss, recolours, warnings, ...spent, size: report.plate.size }),
  )
} else console.log(JSON.stringify({ ...known, refused: measurement.refusal.code, ...spent }))
