// Makes dist: the sources as ES modules with their declarations, and the types that cross the wire written out in full.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { licensesOf } from '@printroom/config/src/licenses.mjs'
import { build } from 'esbuild'
import ts from 'typescript'
import { createPrinter } from './print-types.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const [SRC, DIST] = [join(ROOT, 'src'), join(ROOT, 'dist')]
/** The protocol's own library goes into one file of its own, which `printroom mcp` alone loads; nobody installs it. */
const MCP = join(SRC, 'mcp')
/** Their declarations are printed; every other file's are the compiler's. */
const [WIRE, PROCEDURES] = [join(SRC, 'wire.ts'), join(SRC, 'procedures.ts')]
const CALLS = new Set(['Query', 'Mutation', 'Subscription'])

const program = programOf()
const checker = program.getTypeChecker()
stopAtErrors(ts.getPreEmitDiagnostics(program))

rmSync(DIST, { recursive: true, force: true })
const ours = program
  .getSourceFiles()
  .filter(({ fileName }) => !relative(SRC, fileName).startsWith('..') && dirname(fileName) !== MCP)
for (const file of ours)
  stopAtErrors(
    program.emit(file, (path, text) => {
      if (path.endsWith('.d.ts') && [WIRE, PROCEDURES].includes(file.fileName)) return
      write(path, path.endsWith('.d.ts') ? text.replaceAll(/(from\s+['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2') : text)
    }).diagnostics,
  )

const aliases = aliasesOf(WIRE)
const named = new Map(aliases.map(({ name, type }) => [type, name]))
const { print, docOf } = createPrinter(checker, { named, calls: CALLS })
write(
  join(DIST, 'wire.d.ts'),
  aliases
    .map(
      ({ symbol, name, type }) =>
        `${docOf(symbol, '')}export type ${name} = ${print(type, '', { isWhole: named.get(type) === name })}\n`,
    )
    .join('\n'),
)
const procedures = aliasesOf(PROCEDURES).find(({ name }) => name === 'Procedures')
if (!procedures) throw new Error('procedures.ts has no Procedures.')
const body = print(procedures.type, '')
const used = [...new Set(named.values())].filter((name) => new RegExp(`(?<![\\w.])${name}(?![\\w?:])`).test(body))
write(
  join(DIST, 'procedures.d.ts'),
  `import type { CallOptions } from './transport.js'
import type { ${used.join(', ')} } from './wire.js'
export type Query<Input, Output> = { query(input: Input, options?: CallOptions): Promise<Output> }
export type Mutation<Input, Output> = { mutate(input: Input, options?: CallOptions): Promise<Output> }
export type Subscription<Input, Output> = { subscribe(input: Input, options?: CallOptions): AsyncIterable<Output> }
/** The server's procedures. */
export type Procedures = ${body}
`,
)
const { metafile } = await build({
  entryPoints: [join(MCP, 'serve.ts')],
  outfile: join(DIST, 'mcp/serve.js'),
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  metafile: true,
  absWorkingDir: ROOT,
})
writeFileSync(join(DIST, 'mcp/LICENSES.txt'), licensesOf(ROOT, Object.keys(metafile.inputs)))
chmodSync(join(DIST, 'cli/main.js'), 0o755)

/** The package's own types, for the compiler that emits them. */
function programOf() {
  const { config, error } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  if (error) stopAtErrors([error])
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: ['src'] }, ts.sys, ROOT)
  return ts.createProgram({
    rootNames: ts.sys.readDirectory(SRC, ['.ts']),
    options: {
      ...options,
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: SRC,
      outDir: DIST,
    },
  })
}

/** @param {string} path */
function aliasesOf(path) {
  const file = program.getSourceFile(path)
  const symbol = file && checker.getSymbolAtLocation(file)
  return (symbol ? checker.getExportsOfModule(symbol) : []).map((each) => ({
    symbol: each,
    name: each.name,
    type: checker.getDeclaredTypeOfSymbol(each),
  }))
}

/** @param {string} path @param {string} text */
function write(path, text) {
  if (relative(DIST, path).startsWith('..')) return // a file of another package, which the program reads for its types
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** @param {readonly ts.Diagnostic[]} diagnostics */
function stopAtErrors(diagnostics) {
  const errors = diagnostics.filter(
    ({ category, file }) =>
      category === ts.DiagnosticCategory.Error && (!file || !relative(ROOT, file.fileName).startsWith('..')),
  )
  if (errors.length === 0) return
  console.error(
    ts.formatDiagnosticsWithColorAndContext(errors, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => ROOT,
      getNewLine: () => '\n',
    }),
  )
  process.exit(1)
}
