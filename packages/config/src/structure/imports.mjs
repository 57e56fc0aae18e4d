import { posix } from 'node:path'

/** Whom a package may import, of ours. An arrow that is not here runs the wrong way. */
const ARROWS = {
  web: ['contract', 'studio'],
  server: ['core', 'contract'],
  worker: ['core', 'contract'],
  core: ['db', 'imaging', 'studio', 'contract'],
  imaging: ['studio'],
  local: ['db'],
  sandbox: [],
  contract: [],
  db: [],
  studio: [],
  config: [],
}
/** Tests look at the database and at pixels from outside. */
const TESTS_ALSO = ['db', 'imaging', 'studio', 'contract']
/** web knows the server's router by its type alone; a value would pull the server into the browser. */
const TYPE_ONLY = { web: ['server'] }

const IMPORT = /\b(import|export)\s+(type\s+)?(?:[^'"`;()]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

export const importRules = [arrowsRunOneWay, nobodyReachesInside]

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

function nobodyReachesInside(tree) {
  return importsOf(tree).flatMap(({ file, target }) => {
    if (!target.startsWith('.')) return []
    const reached = posix.join(posix.dirname(file.path), target)
    if (reached.startsWith(`${file.folder}/`)) return []
    return [{ path: file.path, reason: `reaches into another package by path: ${target}` }]
  })
}

function importsOf(tree) {
  return tree
    .filter((file) => file.isCode && file.package !== undefined && !file.path.endsWith('.py'))
    // The tests of these rules hold wrong imports as texts.
    .filter((file) => !file.path.startsWith('packages/config/test/'))
    .flatMap((file) =>
      [...withoutComments(file.text()).matchAll(IMPORT)].map((match) => ({
        file,
        target: match[3] ?? match[4],
        isType: match[2] !== undefined,
      })),
    )
}

function withoutComments(text) {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}
