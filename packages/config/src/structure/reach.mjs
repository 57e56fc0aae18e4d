import { posix } from 'node:path'
import { importsOf } from './imports.mjs'

/**
 * What a process must never load, however many files are in between. The HTTP server answers everybody at once: a picture
 * that is decoded in it keeps all of them waiting.
 */
const OUT_OF_REACH = [
  {
    from: 'apps/server/src/main.ts',
    banned: ['sharp', '@printroom/imaging', '@printroom/measure'],
    reason: 'the HTTP server reads no pixels',
  },
]

/** Files that a process or a thread is started from, and what tsx loads into one. */
const STARTED = /\b(?:new URL|tsImport)\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/g

export const reachRules = [nothingOutOfReachIsLoaded]

function nothingOutOfReachIsLoaded(tree) {
  const files = new Map(tree.map((file) => [file.path, file]))
  const loaded = loadedBy(tree)
  return OUT_OF_REACH.flatMap(({ from, banned, reason }) => {
    const chains = new Map(files.has(from) ? [[from, [from]]] : [])
    const violations = []
    for (const [path, chain] of chains)
      for (const target of loaded(files.get(path))) {
        const hit = banned.find((name) => target === name || target.startsWith(`${name}/`))
        if (hit)
          violations.push({
            path: from,
            reason: `loads ${target} (${[...chain.slice(1), target].join(' → ')}); ${reason}`,
          })
        const next = resolve(path, target)
        if (!hit && files.has(next) && !chains.has(next)) chains.set(next, [...chain, next])
      }
    return violations
  })
}

/** The targets that a file has loaded when it runs: types are gone by then. */
function loadedBy(tree) {
  const targets = new Map()
  for (const { file, target, isType } of importsOf(tree))
    if (!isType) targets.set(file.path, [...(targets.get(file.path) ?? []), target])
  return (file) => [...(targets.get(file.path) ?? []), ...[...file.text().matchAll(STARTED)].map((match) => match[1])]
}

/** Where a target lies in the tree: packages export `src` file by file. */
function resolve(path, target) {
  if (target.startsWith('.')) return posix.join(posix.dirname(path), target)
  const [, name, file] = /^@printroom\/([^/]+)\/(.+)$/.exec(target) ?? []
  return name ? `packages/${name}/src/${file}.ts` : ''
}
