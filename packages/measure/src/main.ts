import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isPsd } from '@printroom/contract/files/psd'
import { measurePhotograph } from './measure.ts'
import { targetOf } from './plate/target.ts'
import { writePlate } from './plate/write-plate.ts'
import { psdReportText } from './psd/psd-report.ts'
import { scenePsd } from './psd/scene-psd.ts'
import { DPI, writePrint } from './print/write-print.ts'
import { SHEET_VERSION } from './print/sheet.ts'
import { reportText } from './report.ts'

const USAGE = `print --product PRODUCT [--side SIDE] -o FOLDER      the calibration print, as PNG and PDF
measure PHOTO --product PRODUCT [--side SIDE] [--name NAME] -o FOLDER
                                                   a plate of a photograph or of a layered PSD, with report.json; ends with 2 where it is refused`

/** Larger files are not even read. */
const LARGEST_BYTES = 80 * 1024 * 1024
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: args.filter((each) => each !== '--'),
    allowPositionals: true,
    options: {
      product: { type: 'string' },
      side: { type: 'string' },
      name: { type: 'string', default: 'own-1' },
      output: { type: 'string', short: 'o' },
    },
  })
  const [command, file] = positionals
  const { product, side, name, output } = values
  if (!product || !output || (command !== 'print' && !(command === 'measure' && file))) {
    console.error(USAGE)
    return 1
  }
  if (!NAME.test(name)) throw new Error(`a name is of small letters, digits and hyphens: ${name}`)
  const folder = path.resolve(process.env.INIT_CWD ?? '.', output)
  const target = targetOf(product, side)
  await mkdir(folder, { recursive: true })
  return command === 'print'
    ? print(target, folder)
    : measure(path.resolve(process.env.INIT_CWD ?? '.', file!), target, name, folder)
}

async function print({ sheet }: ReturnType<typeof targetOf>, folder: string): Promise<number> {
  const { png, pdf } = await writePrint(sheet)
  const base = path.join(folder, `calibration-${sheet.width}x${sheet.height}-v${SHEET_VERSION}`)
  await writeFile(`${base}.png`, png)
  await writeFile(`${base}.pdf`, pdf)
  console.log(`${base}.png (${DPI} dpi)\n${base}.pdf`)
  return 0
}

async function measure(
  file: string,
  target: ReturnType<typeof targetOf>,
  name: string,
  folder: string,
): Promise<number> {
  const isTooLarge = (await stat(file)).size > LARGEST_BYTES
  const measurement = isTooLarge
    ? {
        ok: false as const,
        refusal: { code: 'too-large', sentence: 'The file is larger than 80 MB. Save the photograph as a JPEG.' },
      }
    : await measured(await readFile(file), target, name)
  const answer = measurement.ok ? measurement.report : { refused: measurement.refusal }
  await writeFile(path.join(folder, 'report.json'), `${JSON.stringify(answer, null, 2)}\n`)
  if (!measurement.ok) {
    console.error(measurement.refusal.sentence)
    return 2
  }
  await writePlate(folder, measurement.plate, measurement.backdrop)
  const { report } = measurement
  console.log('psd' in report ? psdReportText(report) : reportText(report))
  return 0
}

function measured(bytes: Uint8Array, target: ReturnType<typeof targetOf>, name: string) {
  return isPsd(bytes) ? scenePsd(bytes, target, name) : measurePhotograph(bytes, target, name)
}
