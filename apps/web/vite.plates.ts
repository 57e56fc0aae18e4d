import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

/** The plates in small, as the build of `imaging` lists them. */
const LIST = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@printroom/imaging/package.json')),
  'dist/small-studio.json',
)
const MODULE = 'virtual:small-studio'

/** `virtual:small-studio`: the list of small plates. Their files, which the server has, stand at `/assets/plates/`. */
export function smallStudioList(): Plugin {
  return {
    name: 'small-studio-list',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null
      const list = await readFile(LIST, 'utf8').catch(() =>
        this.error('There is no list of small plates yet: run the build of @printroom/imaging first'),
      )
      return `export default JSON.parse(${JSON.stringify(list)})`
    },
  }
}
