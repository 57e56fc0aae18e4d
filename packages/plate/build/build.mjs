// Makes dist: the program in one file, with all of ours in it, and the schema. sharp stays outside: it is native.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { licensesOf } from '@printroom/config/src/licenses.mjs'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')
const options = /** @type {const} */ ({
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  external: ['sharp'],
  legalComments: 'none',
  absWorkingDir: ROOT,
})

rmSync(DIST, { recursive: true, force: true })
mkdirSync(DIST)
const { metafile } = await build({
  ...options,
  entryPoints: ['src/main.ts'],
  outfile: 'dist/main.js',
  minify: true,
  metafile: true,
})
chmodSync(join(DIST, 'main.js'), 0o755)
writeFileSync(join(DIST, 'LICENSES.txt'), licensesOf(ROOT, Object.keys(metafile.inputs)))

const schema = join(DIST, 'schema.mjs')
await build({ ...options, entryPoints: ['src/schema.ts'], outfile: schema })
const { plateJsonSchema } = await import(pathToFileURL(schema).href)
writeFileSync(join(DIST, 'plate.schema.json'), `${JSON.stringify(plateJsonSchema(), null, 2)}\n`)
rmSync(schema)
