import type { Plugin } from 'vite'

const MAIN = /\/src\/main\.tsx$/
const PAGE = /\/src\/routes\/(.+)\.tsx\?tsr-split=component$/
const LANDING = 'index'
const LATER = 'later'
const PUBLIC = /^(index|pricing|examples|later)$/
const FRAME = '_app'

const COLOURS = /colours?(\.data|-name)?\.ts$/
const ICON = /lucide-react\/dist\/esm\/icons\//
const PART = /\/web\/src\/(components|lib)\//
/** What draws the preview is large, and fetched when it is wanted. */
const PREVIEW = /\/features\/(preview|catalogue\/(colour|blanks))/
const CLIENT = /\/@trpc\/client\//
const OURS = /\/web\/src\/|\/packages\/contract\//
/** Characters of source; what is longer is worth a script of its own to the pages that do without it. */
const SMALL = 6_000

/** Modules that hand on all of a library: who imports from them needs only the files of what it names. */
const BARREL = /\/(lucide-react\/dist\/esm\/lucide-react|radix-ui\/dist\/index)\.\w+$/
const FROM_BARREL = /import\s*\{([^}]+)\}\s*from\s*["'](?:lucide-react|radix-ui)["']/g

type Module = { imports: readonly string[]; later: readonly string[]; named: readonly string[]; size: number }

/**
 * A phone has six lanes to a server, and each of thirty small scripts costs it a turn in one. So what pages share comes in few:
 * `base` is on every page, `site` is what the landing page shares with others, `parts` and `desk` the small things of all and of
 * the signed-in pages, `api` the server's client. No public page loads what only the signed-in ones need.
 */
export function sharedScripts(): Plugin {
  const modules = new Map<string, Module>()
  let reaches: { page: string; ids: ReadonlySet<string> }[] | undefined

  function reach(id: string, into = new Set<string>()): Set<string> {
    if (into.has(id)) return into
    into.add(id)
    const { imports = [], named = [] }: Partial<Module> = modules.get(id) ?? {}
    for (const imported of imports) {
      if (!BARREL.test(imported)) reach(imported, into)
      else
        for (const each of modules.get(imported)?.imports ?? [])
          if (named.some((name) => isFileOf(name, each))) reach(each, into)
    }
    return into
  }

  /** Which modules each page needs from the start; and, as pages of their own, what public pages fetch when they are idle. */
  function findReaches() {
    const pages = [...modules.keys()].flatMap((each) => {
      const page = MAIN.test(each) ? 'main' : PAGE.exec(each)?.[1]
      return page ? [{ page, ids: reach(each) }] : []
    })
    const open = pages.filter(({ page }) => page === 'main' || PUBLIC.test(page))
    const later = new Set(
      open.flatMap(({ ids }) => [...ids].flatMap((id) => modules.get(id)?.later ?? [])).filter((id) => !PAGE.test(id)),
    )
    // But not the parts for who is signed in: with them comes the server's client.
    const idle = [...later].map((id) => reach(id)).filter((ids) => ![...ids].some((id) => CLIENT.test(id)))
    return [...pages, ...idle.map((ids) => ({ page: LATER, ids }))]
  }

  function scriptOf(id: string): string | null {
    reaches ??= findReaches()
    const pages = reaches.filter(({ ids }) => ids.has(id)).map(({ page }) => page)
    // An icon that nobody seems to need goes by another name than its file.
    if (pages.length < 2) return ICON.test(id) && pages.length === 0 ? 'desk' : null
    if (pages.includes('main')) return 'base'
    if (pages.includes(LANDING)) return 'site'
    if (COLOURS.test(id)) return 'colours'
    const isPart = ICON.test(id) || PART.test(id)
    if (pages.some((page) => PUBLIC.test(page))) return isPart ? 'parts' : null
    const isOurs = isPart || OURS.test(id)
    if (pages.includes(FRAME) && !isOurs) return 'api'
    return isOurs && !PREVIEW.test(id) && (modules.get(id)?.size ?? 0) < SMALL ? 'desk' : null
  }

  return {
    name: 'shared-scripts',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          // Not what a grouped module imports: each is asked for itself.
          output: {
            codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'shared', name: scriptOf }] },
          },
        },
      },
    }),
    moduleParsed({ id, importedIds, dynamicallyImportedIds, code }) {
      const lists = [...(code ?? '').matchAll(FROM_BARREL)].map(([, list]) => list ?? '')
      modules.set(id, {
        imports: importedIds,
        later: dynamicallyImportedIds,
        named: lists.flatMap((list) => list.split(',').map(fileName)),
        size: code?.length ?? 0,
      })
    },
  }
}

/** `WandSparkles` and `WandSparkles as Wand` lie in wand-sparkles. */
const fileName = (name: string): string =>
  (name.trim().split(' ')[0] ?? '').replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase()

const isFileOf = (name: string, id: string): boolean =>
  [`/${name}.`, `/react-${name}/`].some((part) => id.includes(part))
