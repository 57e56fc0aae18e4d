import { cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from '../src/env.mjs'

const LEFT_OUT = /^\w+\/[^/]+\/(test|e2e|docs|dist\/plates|node_modules\/\.(cache|vite))$/
/** Not changed by anybody, and large. */
const SHARED = /^(node_modules|packages\/products\/(backdrops|[^/]+\/(plates|blanks|examples)))$/

/** A folder with all that processes are started from, to be changed while they run; packages and pictures are this checkout's. */
export function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'printroom-sources-'))
  for (const name of ['apps', 'packages', 'node_modules', 'package.json', 'pnpm-workspace.yaml'])
    cpSync(join(ROOT, name), join(copy, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source, target) => {
        const path = relative(ROOT, source)
        if (SHARED.test(path)) symlinkSync(source, target)
        return !LEFT_OUT.test(path) && !SHARED.test(path)
      },
    })
  return copy
}
