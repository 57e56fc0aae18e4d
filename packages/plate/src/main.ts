#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkPlate } from '@printroom/imaging/plate-check/check-plate'
import { readManifest } from '@printroom/imaging/plate-check/manifest-rules'
import { packRendered } from '@printroom/imaging/plate-map'
import { reportLines } from './report.ts'

const HELP = `plate: a product that designs are printed on, as a folder

  plate check FOLDER...   says what is wrong with it, and how a print comes back from it
  plate pack FOLDER       checks it, and puts its map (uv.png) into uv.bin, a twentieth of the size
  plate schema            the JSON Schema of plate.json

--json           one JSON document on standard output
-h, --help; -v, --version

Exit codes: 0 usable, 1 not usable, 2 wrong use.
`

/** How a program ends. */
const EXIT = { done: 0, notUsable: 1, wrongUse: 2 } as const

/** @throws TypeError where the words are not understood */
async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  })
  const [command, ...folders] = positionals
  const [folder] = folders
  if (values.version) return say(JSON.parse(await near('../package.json')).version as string)
  if (values.help || command === undefined) return say(HELP.trimEnd(), values.help ? EXIT.done : EXIT.wrongUse)
  if (command === 'schema' && folders.length === 0) return say((await near('plate.schema.json')).trimEnd())
  if (command === 'pack' && folder !== undefined && folders.length === 1) return pack(folder, values.json === true)
  if (command === 'check' && folders.length > 0) return check(folders, values.json === true)
  throw new TypeError(`It is not clear what \`plate ${positionals.join(' ')}\` means: see plate --help`)
}

async function check(folders: readonly string[], isJson: boolean): Promise<number> {
  const reports = []
  for (const folder of folders) {
    // One after the other: each takes a core, and some hundred megabytes.
    const report = await checkPlate(folder)
    reports.push({ folder, ...report })
    if (!isJson) say(reportLines(path.basename(path.resolve(folder)), report).join('\n'))
  }
  if (isJson) say(JSON.stringify(reports))
  return reports.every(({ isUsable }) => isUsable) ? EXIT.done : EXIT.notUsable
}

async function pack(folder: string, isJson: boolean): Promise<number> {
  const report = await checkPlate(folder)
  const manifest = readManifest(await readFile(path.join(folder, 'plate.json'), 'utf8').catch(() => ''))
  if (!report.isUsable || 'findings' in manifest) {
    say(
      isJson
        ? JSON.stringify({ folder, ...report })
        : reportLines(path.basename(path.resolve(folder)), report).join('\n'),
    )
    return EXIT.notUsable
  }
  const { before, after, farthest } = await packRendered(folder, manifest.manifest)
  const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`
  return say(
    isJson
      ? JSON.stringify({ folder, before, after, farthest })
      : `uv.png, ${kB(before)}, is uv.bin now, ${kB(after)}: no place moved by more than ${farthest.toFixed(3)} mm.`,
  )
}

/** A file of this package, beside the program. */
const near = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')

function say(text: string, exit: number = EXIT.done): number {
  console.log(text)
  return exit
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException
  const isMisuse = error instanceof TypeError || code?.startsWith('ERR_PARSE_ARGS')
  console.error(message)
  process.exitCode = isMisuse ? EXIT.wrongUse : EXIT.notUsable
}
