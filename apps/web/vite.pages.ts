import type { Plugin } from 'vite'

type Chunk = { fileName: string; facadeModuleId: string | null; imports: string[] }

const COMPONENT = /\/src\/routes\/(.+)\.tsx\?tsr-split=component$/
const OF_ONE_PAGE = /<(\w+)\s+data-page="([^"]*)"[^>]*>\s*/g
const SHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/

/**
 * One page a route instead of one for all: each names the scripts of its route, so that they come beside the first and
 * not after it, and holds the style sheet, which is smaller than what asking for it would cost on a phone. `other.html`
 * is for addresses that no route has.
 */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
      const index = bundle['index.html']
      if (index?.type !== 'asset') return this.error('There is no index.html to make pages from')
      const sheet = SHEET.exec(String(index.source))
      const css = sheet?.[1] ? bundle[sheet[1]] : undefined
      if (!sheet || css?.type !== 'asset') return this.error('index.html names no style sheet')
      const shell = String(index.source).replace(sheet[0], () => `<style>${String(css.source)}</style>`)

      const chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
      const routes = [...chunks.values()].flatMap((chunk) => {
        const [, route] = COMPONENT.exec(chunk.facadeModuleId ?? '') ?? []
        return route ? [{ route, chunk }] : []
      })
      const parents = (route: string) => routes.filter((other) => route === other.route || route.startsWith(`${other.route}/`))
      for (const { route } of routes.filter(({ route: each }) => !routes.some((other) => other.route.startsWith(`${each}/`)))) {
        const scripts = new Set<string>()
        for (const { chunk } of parents(route)) gather(chunk, chunks, scripts)
        const name = route.split('/').filter((part) => !part.startsWith('_')).join('/')
        const source = withScripts(onlyOf(name, shell), scripts)
        if (name === 'index') index.source = source
        else this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
      }
      this.emitFile({ type: 'asset', fileName: 'other.html', source: onlyOf('other', shell) })
      delete bundle[css.fileName]
    },
  }
}

/** The chunk and all that it imports from the start. */
function gather(chunk: Chunk, chunks: ReadonlyMap<string, Chunk>, into: Set<string>): void {
  if (into.has(chunk.fileName)) return
  into.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = chunks.get(name)
    if (imported) gather(imported, chunks, into)
  }
}

/** The page without what index.html marks as another's with `data-page`. */
const onlyOf = (page: string, shell: string): string => shell.replace(OF_ONE_PAGE, (element, _tag, of: string) => (of === page ? element : ''))

function withScripts(shell: string, scripts: ReadonlySet<string>): string {
  const links = [...scripts].filter((file) => !shell.includes(`/${file}"`)).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return shell.replace('</head>', () => `${links.join('\n    ')}\n  </head>`)
}
