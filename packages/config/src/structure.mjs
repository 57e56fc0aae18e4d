// Checks the shape of the house: what may import what, what may be called how, what may lie where. Prints every
// violation with its file and reason.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { contentRules } from './structure/contents.mjs'
import { importRules } from './structure/imports.mjs'
import { layoutRules } from './structure/layout.mjs'
import { reachRules } from './structure/reach.mjs'
import { listTree } from './structure/tree.mjs'

/** @returns {{ rules: number, violations: string[] }} */
export function checkStructure(root, paths) {
  const tree = listTree(root, paths)
  const rules = [...importRules, ...reachRules, ...contentRules, ...layoutRules]
  const violations = rules.flatMap((rule) => rule(tree).map(({ path, reason }) => `${path}: ${reason}`))
  return { rules: rules.length, violations }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  // What git tracks or would track: neither build outputs nor installed packages.
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const { rules, violations } = checkStructure(root, listing.split('\0').filter(Boolean))
  for (const violation of violations) console.error(violation)
  if (violations.length > 0) process.exitCode = 1
  else console.log(`${rules} rules held`)
}
