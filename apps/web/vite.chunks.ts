import type { Plugin } from 'vite'

const MAIN = /\/src\/main\.tsx$/
const PAGE = /\/src\/routes\/(.+)\.tsx\?tsr-split=component$/
const LANDING = 'index'
const PUBLIC = /^(index|pricing|examples)$/
/** What is ours, and the icons: many and small. A library that only some pages need stays a script of its own. */
const BARREL = /\/(lucide-react\/dist\/esm\/lucide-react|radix-ui\/dist\/index)\.\w+$/
const FROM_BARREL = /import\s*\{([^}]+)\}\s*from\s*["'](?:lucide-react|radix-ui)["']/g
const ICON = /lucide-react\/dist\/esm\/icons\//
const COLOURS = /colours?(\.data|-name)?\.ts$/
const PART = /\/web\/src\/(components|lib)\/|lucide-react/
const PREVIEW = /\/packages\/studio\/|\/features\/(preview|catalogue\/colour)|catalogue\/blanks/
const OURS = /\/web\/src\/|\/packages\/contract\//
const SMALL_LENGTH = 6_000

/**
 * A phone has six lanes to a server, and each of thirty small scripts costs it a turn in one. So what the frame of the
 * signed-in pages needs from the start is one script, and what several of them share another; what the public pages need
 * too stays as it falls, so that they load nothing of it.
 */
export function sharedScripts(): Plugin {
  const imports = new Map<string, readonly string[]>()
  const sizes = new Map<string, number>()
  const names = new Map<string, string[]>()
  let reaches: { route: string; modules: ReadonlySet<string> }[] | undefined

  function reach(id: string, into = new Set<string>()): Set<string> {
    if (into.has(id)) return into
    into.add(id)
    for (const imported of imports.get(id) ?? []) {
      if (!BARREL.test(imported)) reach(imported, into)
      // Of a module that hands on all of a library, only what is named is needed: the file of that name.
      else for (const each of imports.get(imported) ?? []) if ((names.get(id) ?? []).some((name) => new RegExp(`/(react-)?${name}[./]`).test(each))) reach(each, into)
    }
    return into
  }

  function scriptOf(id: string): string | null {
    reaches ??= [...imports.keys()].flatMap((each) => {
      const route = MAIN.test(each) ? 'main' : PAGE.exec(each)?.[1]
      return route ? [{ route, modules: reach(each) }] : []
    })
    const needing = reaches.filter(({ modules }) => modules.has(id)).map(({ route }) => route)
    if (needing.length < 2) return ICON.test(id) && needing.length === 0 ? 'desk' : null
    if (needing.includes('main')) return 'base'
    if (needing.includes(LANDING)) return 'site'
    const isPublic = needing.some((route) => PUBLIC.test(route))
    if (COLOURS.test(id)) return 'colours'
    if (isPublic) return PART.test(id) ? 'parts' : null
    if (needing.includes('_app') && !OURS.test(id) && !ICON.test(id)) return 'api'
    return (sizes.get(id) ?? 0) < SMALL_LENGTH && (OURS.test(id) || ICON.test(id)) && !PREVIEW.test(id) ? 'desk' : null
  }

  return {
    name: 'shared-scripts',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: scriptOf }] } } } } }),
    moduleParsed({ id, importedIds, code }) {
      imports.set(id, importedIds)
      sizes.set(id, code?.length ?? 0)
      names.set(id, [...(code ?? '').matchAll(FROM_BARREL)].flatMap(([, list]) => (list ?? '').split(',').map(fileName)))
    },
  }
}

/** `WandSparkles` or `WandSparkles as Wand` lies in wand-sparkles. */
const fileName = (name: string): string =>
  (name.trim().split(' ')[0] ?? '').replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase()
