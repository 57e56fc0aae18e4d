import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|html|svg)$/

/** Writes each text file of the build as `.br` and `.gz` too, which the server sends to browsers that take them. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      for (const name of Object.keys(bundle).filter((file) => TEXT.test(file))) {
        const file = path.join(dir, name)
        const text = await readFile(file)
        await Promise.all([
          promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }).then((small) => writeFile(`${file}.br`, small)),
          promisify(gzip)(text, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
        ])
      }
    },
  }
}
