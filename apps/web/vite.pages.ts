import type { Plugin } from 'vite'
import { prerenderPages } from './vite.prerender.ts'

type Chunk = { fileName: string; facadeModuleId: string | null; imports: string[] }

const COMPONENT = /\/src\/routes\/(.+)\.tsx\?tsr-split=component$/
const SIGNED_IN = '_app'
/** The account page has nothing to show before it is asked for, the examples too much. */
const PRERENDERED = new Set([
  'index',
  'pricing',
  'try',
  'login',
  'register',
  'dashboard',
  'designs',
  'generate',
  'mockups',
])
const TITLE = /<title>[^<]*<\/title>/
/** What React puts before a page's elements and a document's head holds. */
const HEAD = /^(?:<title>[^<]*<\/title>|<link [^>]*>)+/
const MODULES = /<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)\s*/g
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
    async generateBundle(_options, bundle) {
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
      const parents = (route: string) =>
        routes.filter((other) => route === other.route || route.startsWith(`${other.route}/`))
      const leaves = routes
        .filter(({ route }) => !routes.some((other) => other.route.startsWith(`${route}/`)))
        .map(({ route }) => ({
          route,
          name: route
            .split('/')
            .filter((part) => !part.startsWith('_'))
            .join('/'),
          group: route.split('/').find((part) => part.startsWith('_')) ?? 'public',
        }))
      const urls = new Map(
        files.flatMap((file) =>
          file.type === 'asset' ? file.originalFileNames.map((source) => [source, `/${file.fileName}`] as const) : [],
        ),
      )
      const wanted = leaves
        .filter(({ name }) => PRERENDERED.has(name))
        .map(({ name, group }) => ({ path: pathOf(name), isSignedIn: group === SIGNED_IN }))
      const prerendered = await prerenderPages(wanted, (source) => urls.get(source))
      for (const { route, name, group } of leaves) {
        const scripts = new Set<string>()
        for (const { chunk } of parents(route)) gather(chunk, chunks, scripts)
        const page = withScripts(shell, scripts)
        const html = prerendered.get(pathOf(name))
        const source = html ? withHtml(page, html, pathOf(name), group) : page
        if (name === 'index') index.source = source
        else this.emitFile({ type: 'asset', fileName: `${fileOf(name)}.html`, source })
      }
      this.emitFile({ type: 'asset', fileName: 'other.html', source: withScripts(shell, new Set()) })
      delete bundle[css.fileName]
    },
  }
}

/** `batches_.$batchId`, as the router names files, is the page of `/batches/…`: `batches.$`. */
const fileOf = (name: string): string => name.replaceAll('_.', '.').replaceAll(/\$\w+/g, '$')

const pathOf = (name: string): string => (name === 'index' ? '/' : `/${name}`)

/** The page with its root filled, and named for first.js, which finds out whether it is this person's. */
function withHtml(page: string, html: string, path: string, group: string): string {
  const [head = ''] = HEAD.exec(html) ?? []
  const [title = ''] = TITLE.exec(head) ?? []
  return page
    .replace('<html', () => `<html data-path="${path}" data-group="${group}"`)
    .replace(TITLE, (plain) => title || plain)
    .replace('</head>', () => `${head.replace(title, '')}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html.slice(head.length)}</div>`)
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

/** The page with its scripts in a template, from which first.js takes them. */
function withScripts(shell: string, scripts: ReadonlySet<string>): string {
  const links = [...scripts]
    .filter((file) => !shell.includes(`/${file}"`))
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
  const all = [...[...shell.matchAll(MODULES)].map(([element]) => element.trim()), ...links]
  return shell
    .replaceAll(MODULES, '')
    .replace('</body>', () => `  <template data-scripts>${all.join('\n      ')}</template>\n  </body>`)
}
