import { createRequire } from 'node:module'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { smallStudioList } from './vite.plates.ts'

const ROOT = fileURLToPath(new URL('.', import.meta.url))
/** What these stand for in imports: our own sources, and the products' folders with their pictures. */
export const SOURCES = {
  '~': fileURLToPath(new URL('./src', import.meta.url)),
  '~products': dirname(createRequire(import.meta.url).resolve('@printroom/products/package.json')),
}

type Prerender = { prerender(path: string, isSignedIn: boolean): Promise<string> }
/** A page's path, and whether only who is signed in sees it. */
export type PrerenderedPage = { path: string; isSignedIn: boolean }

/**
 * Each page as it looks before anything has been asked of the server, as HTML, by path. `urlOf` tells under which address
 * the build puts a file of the sources, by its path from the package's root.
 */
export async function prerenderPages(
  wanted: readonly PrerenderedPage[],
  urlOf: (source: string) => string | undefined,
): Promise<Map<string, string>> {
  const server = await createServer({
    // Not the build's own plugins: a page is drawn from its sources as they are, and neither split nor styled here.
    configFile: false,
    root: ROOT,
    resolve: { alias: SOURCES },
    plugins: [smallStudioList()],
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    const { prerender } = (await server.ssrLoadModule('/src/prerender.tsx')) as Prerender
    const pages = new Map<string, string>()
    for (const { path, isSignedIn } of wanted) {
      const html = await prerender(path, isSignedIn)
      pages.set(
        path,
        html
          .replaceAll(/\/(src\/assets\/[^"\s]+)/g, (address, source: string) => urlOf(source) ?? address)
          .replaceAll(/\/@fs(\/[^"\s]+)/g, (address, file: string) => urlOf(relative(ROOT, file)) ?? address),
      )
    }
    return pages
  } finally {
    await server.close()
  }
}
