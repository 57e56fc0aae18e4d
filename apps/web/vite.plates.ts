import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { SmallStudio } from '@printroom/studio/small-studio'
import type { Plugin } from 'vite'

/** The plates in small, as the build of `imaging` left them. */
const FOLDER = path.join(path.dirname(createRequire(import.meta.url).resolve('@printroom/imaging/package.json')), 'dist/plates')
const LIST = path.join(FOLDER, 'studio.json')
const MODULE = 'virtual:small-studio'
const URL_PATH = '/assets/plates/'

/** `virtual:small-studio`: the list of small plates. Their files stand at `/assets/plates/`. */
export function smallStudioList(): Plugin {
  return {
    name: 'small-studio-list',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null
      const list = await readFile(LIST, 'utf8').catch(() => this.error('There are no small plates yet: run the build of @printroom/imaging first'))
      return `export default JSON.parse(${JSON.stringify(list)})`
    },
  }
}

/** The files themselves: part of the build, and served as they are in development. */
export function smallPlates(): Plugin {
  return {
    name: 'small-plates',
    async generateBundle() {
      const { plates, grounds } = JSON.parse(await readFile(LIST, 'utf8')) as SmallStudio
      const files = [...plates.flatMap(({ map, light, shadow }) => [map, light, shadow]), ...grounds.map(({ light }) => light)]
      for (const file of files) this.emitFile({ type: 'asset', fileName: `${URL_PATH.slice(1)}${file}`, source: await readFile(path.join(FOLDER, file)) })
    },
    configureServer(server) {
      server.middlewares.use(URL_PATH, (request, response) => {
        createReadStream(path.join(FOLDER, path.basename(request.url ?? ''))).on('error', () => response.writeHead(404).end()).pipe(response)
      })
    },
  }
}
