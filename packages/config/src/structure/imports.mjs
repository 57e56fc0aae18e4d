import { isBuiltin } from 'node:module'
import { posix } from 'node:path'

/** Whom a package may import, of ours. An arrow that is not here runs the wrong way. */
const ARROWS = {
  web: ['contract', 'products', 'studio'],
  server: ['core', 'contract'],
  worker: ['core', 'contract'],
  core: ['db', 'imaging', 'measure', 'studio', 'contract', 'products'],
  imaging: ['studio', 'products'],
  plate: ['imaging', 'studio'],
  measure: ['imaging', 'studio', 'contract', 'products'],
  local: ['db'],
  sandbox: [],
  client: [],
  contract: ['products'],
  products: [],
  db: [],
  studio: ['wasm-assembler'],
  'wasm-assembler': [],
  config: [],
}
/** Inside core, whom a layer may not import: `boot` puts adapters and use cases together, `operations` are commands. */
const LAYERS = { domain: ['adapters', 'boot', 'operations'], adapters: ['boot', 'operations'], boot: ['operations'] }
const CORE = 'packages/core/src/'
const FEATURES = 'apps/web/src/features/'

/** Tests look at the database and at pixels from outside. */
const TESTS_ALSO = ['db', 'imaging', 'measure', 'studio', 'contract']
/**
 * web knows the server's router by its type alone; a value would pull the server into the browser. The client is published
 * without any of us: it knows the router and the wire by their types, which its build writes out.
 */
const TYPE_ONLY = { web: ['server'], client: ['server', 'contract'] }

const IMPORT = /\b(import|export)\s+(type\s+)?(?:[^'"`;()]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

/** What node and bundlers resolve without a package: Node's own, files, an app's own root, a plugin's inventions. */
const NO_PACKAGE = /^(node:|[./]|~\/|virtual:)/
/** Read by a tool of the tests, or by a test; or what makes a package to be published, and what that puts into one file with it: no start does. */
const OF_TESTS =
  /\/vitest[^/]*\.(config\.ts|mjs|d\.mts)$|\.fixture\.ts$|(^|\/)(src\/testing|src\/rehearsal|packages\/config\/src|packages\/client\/(build|src\/mcp)|packages\/plate\/(build|src))\//

export const importRules = [
  arrowsRunOneWay,
  layersRunOneWay,
  featuresRunOneWay,
  nobodyReachesInside,
  whatRunsIsADependency,
]

function arrowsRunOneWay(tree) {
  return importsOf(tree).flatMap(({ file, target, isType }) => {
    const to = /^@printroom\/([^/]+)/.exec(target)?.[1]
    if (to === undefined || to === file.package || to === 'config') return []
    const allowed = [...(ARROWS[file.package] ?? []), ...(file.isTest ? TESTS_ALSO : [])]
    if (allowed.includes(to) || (isType && TYPE_ONLY[file.package]?.includes(to))) return []
    const onlyType = TYPE_ONLY[file.package]?.includes(to) ? ' (only `import type`)' : ''
    return [{ path: file.path, reason: `imports ${target}; ${file.package} may not import ${to}${onlyType}` }]
  })
}

function layersRunOneWay(tree) {
  return importsOf(tree).flatMap(({ file, target }) => {
    if (!file.path.startsWith(CORE) || !target.startsWith('.')) return []
    const layer = file.path.slice(CORE.length).split('/')[0]
    const reached = posix.join(posix.dirname(file.path), target)
    const to = reached.startsWith(CORE) ? reached.slice(CORE.length).split('/')[0] : ''
    return LAYERS[layer]?.includes(to)
      ? [{ path: file.path, reason: `imports ${target}; core's ${layer} may not import its ${to}` }]
      : []
  })
}

/** Two feature folders of the web client that import one another are one feature: what both need belongs elsewhere. */
function featuresRunOneWay(tree) {
  const arrows = importsOf(tree).flatMap(({ file, target }) => {
    if (!file.path.startsWith(FEATURES) || !target.startsWith('~/features/')) return []
    return [
      {
        file,
        target,
        from: file.path.slice(FEATURES.length).split('/')[0],
        to: target.slice('~/features/'.length).split('/')[0],
      },
    ]
  })
  const known = new Set(arrows.map(({ from, to }) => `${from} ${to}`))
  return arrows
    .filter(({ from, to }) => from !== to && known.has(`${to} ${from}`))
    .map(({ file, target, from, to }) => ({
      path: file.path,
      reason: `imports ${target}; the features ${from} and ${to} import one another`,
    }))
}

function nobodyReachesInside(tree) {
  return importsOf(tree).flatMap(({ file, target }) => {
    if (!target.startsWith('.')) return []
    const reached = posix.join(posix.dirname(file.path), target)
    if (reached.startsWith(`${file.folder}/`)) return []
    return [{ path: file.path, reason: `reaches into another package by path: ${target}` }]
  })
}

// `npm start` installs without devDependencies: what tests and checks alone need is downloaded by those.
function whatRunsIsADependency(tree) {
  const manifests = new Map(
    tree
      .filter(({ path }) => /^\w+\/[^/]+\/package\.json$/.test(path))
      .map((file) => [file.folder, JSON.parse(file.text())]),
  )
  return importsOf(tree).flatMap(({ file, target, isType }) => {
    const manifest = manifests.get(file.folder)
    if (manifest === undefined || isType || file.isTest || OF_TESTS.test(file.path) || NO_PACKAGE.test(target))
      return []
    const name = target
      .split('/')
      .slice(0, target.startsWith('@') ? 2 : 1)
      .join('/')
    if (name === manifest.name || name in (manifest.dependencies ?? {}) || isBuiltin(name)) return []
    return [{ path: file.path, reason: `imports ${name}, which is not among the dependencies that a start installs` }]
  })
}

/** Every import of every file, as it is written; `isType` for those that leave nothing at run time. */
export function importsOf(tree) {
  return (
    tree
      .filter((file) => file.isCode && file.package !== undefined && !file.isSample && !file.path.endsWith('.py'))
      // The tests of these rules hold wrong imports as texts.
      .filter((file) => !file.path.startsWith('packages/config/test/'))
      .flatMap((file) =>
        [...withoutComments(file.text()).matchAll(IMPORT)].map((match) => ({
          file,
          target: match[3] ?? match[4],
          isType: match[2] !== undefined,
        })),
      )
  )
}

function withoutComments(text) {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}
