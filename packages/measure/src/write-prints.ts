import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readProducts } from '@printroom/products/read-products'
import { targetOf } from './plate/target.ts'
import { writePrint } from './print/write-print.ts'

// The package's build: every calibration print as `dist/prints/<product>-<side>.pdf` and `.png`, which the HTTP server sends
// as they are.

const FOLDER = fileURLToPath(new URL('../dist/prints/', import.meta.url))
const made = new Map<string, ReturnType<typeof writePrint>>()

await mkdir(FOLDER, { recursive: true })
for (const { id, sides } of readProducts())
  for (const side of ['front', ...sides.map((each) => each.id)]) {
    const { sheet } = targetOf(id, side)
    const area = `${sheet.width}x${sheet.height}`
    const print = made.get(area) ?? writePrint(sheet)
    made.set(area, print)
    for (const [format, bytes] of Object.entries(await print))
      await writeFile(path.join(FOLDER, `${id}-${side}.${format}`), bytes)
  }
