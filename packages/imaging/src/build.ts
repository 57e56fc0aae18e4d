import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeSmallPlates } from './small-plates.ts'

// The package's build: the studio's plates in small, for the browser's preview, in dist/plates.

const PLATES = path.join(path.dirname(createRequire(import.meta.url).resolve('@printroom/studio/package.json')), 'plates')
const OUT = fileURLToPath(new URL('../dist/plates', import.meta.url))

await rm(OUT, { recursive: true, force: true })
await writeSmallPlates(PLATES, OUT)
