// Makes what a process of the Node side starts from: its sources, and the packages that they use, in a few files. Compiling
// and finding some 1,800 modules one by one at each start takes six times as much of a processor.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { context } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** What a process is started from, and the threads and processes that it starts by itself. */
const STARTED = {
  server: ['apps/server/src/main.ts'],
  worker: [
    'apps/worker/src/main.ts',
    'packages/core/src/adapters/engine/studio-thread.ts',
    'packages/core/src/adapters/decoder/decoder-process.ts',
    'packages/core/src/adapters/measurer/measurer-process.ts',
  ],
  sandbox: ['apps/sandbox/src/main.ts'],
}
/** Native; and what a package asks for in a case that is none of ours. */
const LEFT_OUT = ['sharp', 'typescript']
/** CommonJS and paths in an ES module. */
const BANNER = `import { createRequire as __requireFrom } from 'node:module'
import { fileURLToPath as __pathOf } from 'node:url'
const require = __requireFrom(import.meta.url)
const __placeOf = (path) => __pathOf(new URL(path, import.meta.url))`
const HERE = /\b(?:import\.meta\.url|__dirname|__filename)\b/
const STARTED_BY_URL = /new URL\('\.\/([\w-]+)\.mjs', import\.meta\.url\)/g
/** @typedef {import('./bundle.d.mts').AppName} AppName */

export const APPS = /** @type {AppName[]} */ (Object.keys(STARTED))

/**
 * The maker of an app's program; builds after the first are quicker. A file that is already as it should be is not written:
 * processes may be starting from it.
 * @param {AppName} app
 * @param {{ into?: string, root?: string, withPackages?: boolean }} [how]
 * @returns {Promise<import('./bundle.d.mts').Bundler>}
 */
export async function createBundler(app, { into = 'dist', root = ROOT, withPackages = true } = {}) {
  const outdir = join(root, 'apps', app, into)
  const bundling = await context({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(STARTED[app].map((path) => [basename(path, '.ts'), path])),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    external: LEFT_OUT,
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    banner: { js: BANNER },
    // Not `module`, which is bundlers' own: what is left where it lies is loaded by Node.
    conditions: [],
    plugins: [keepPlaces(outdir), ...(withPackages ? [] : [leavePackages(outdir)])],
    logLevel: 'silent',
    write: false,
  })
  return {
    async build() {
      const { outputFiles } = await bundling.rebuild()
      mkdirSync(outdir, { recursive: true })
      for (const { path, contents } of outputFiles) {
        if (existsSync(path) && readFileSync(path).equals(contents)) continue
        writeFileSync(`${path}.part`, contents)
        renameSync(`${path}.part`, path)
      }
      const made = new Set(outputFiles.map(({ path }) => path))
      for (const name of readdirSync(outdir))
        if (/\.mjs(\.map)?$/.test(name) && !made.has(join(outdir, name))) rmSync(join(outdir, name))
    },
    close: () => bundling.dispose(),
  }
}

/**
 * A file that asks where it lies is told where it lay, from wherever the program is: a migration, a sample, a thread of
 * another package is found from there. What we start ourselves lies beside the program.
 * @param {string} outdir
 * @returns {import('esbuild').Plugin}
 */
function keepPlaces(outdir) {
  /** Of installed packages, which do not change while this runs. */
  const known = new Map()
  return {
    name: 'keep-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.(ts|mts|cts|js|mjs|cjs)$/ }, ({ path }) => {
        const loaded = known.get(path) ?? load(path)
        if (path.includes('/node_modules/')) known.set(path, loaded)
        return loaded
      })
    },
  }

  /** @param {string} path */
  function load(path) {
    const isPackage = path.includes('/node_modules/')
    const text = readFileSync(path, 'utf8')
    const contents = HERE.test(text) ? placed(text, path) : text
    return {
      contents: isPackage ? contents + bareMapOf(path) : contents,
      loader: /** @type {const} */ (path.endsWith('ts') ? 'ts' : 'js'),
    }
  }

  /** @param {string} text @param {string} path */
  function placed(text, path) {
    const [file, folder] = [path, dirname(path)].map((each) => JSON.stringify(urlFrom(outdir, each)))
    if (/\bimport\.meta\.url\b/.test(text)) {
      const started = new Set(
        Object.values(STARTED)
          .flat()
          .map((each) => basename(each, '.ts')),
      )
      const kept = text.replaceAll(STARTED_BY_URL, (all, name) =>
        started.has(name) ? `new URL('./${name}.mjs', import.meta['url'])` : all,
      )
      return kept.replaceAll(/\bimport\.meta\.url\b/g, `new URL(${file}, import.meta['url']).href`)
    }
    // On the line of the first statement, so that the numbers of lines stay.
    return `var __filename = __placeOf(${file}), __dirname = __placeOf(${folder}); ${text}`
  }
}

/**
 * Of a package's lines a stack trace names the file alone. The whole map of them all would be read at every start: with it a
 * server takes 0.25 s and 100 MB more.
 * @param {string} path
 */
function bareMapOf(path) {
  const map = JSON.stringify({ version: 3, sources: [basename(path)], mappings: 'AAAA' })
  return `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`
}

/**
 * Has packages loaded from where they lie.
 * @param {string} outdir
 * @returns {import('esbuild').Plugin}
 */
function leavePackages(outdir) {
  return {
    name: 'leave-packages',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (pluginData === 'asked' || kind === 'entry-point' || path.startsWith('@printroom/')) return undefined
        const found = await resolve(path, { kind, resolveDir, pluginData: 'asked' })
        if (found.external || found.errors.length > 0) return found
        return { path: `./${urlFrom(outdir, found.path)}`, external: true }
      })
    },
  }
}

/** @param {string} folder @param {string} path */
const urlFrom = (folder, path) => relative(folder, path).split('/').map(encodeURIComponent).join('/')

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const app of APPS.filter((each) => process.argv.slice(2).includes(each))) {
    const bundler = await createBundler(app)
    await bundler
      .build()
      .catch((error) => {
        console.error(error.message)
        process.exitCode = 1
      })
      .finally(() => bundler.close())
  }
