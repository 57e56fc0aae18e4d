import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The licences, whole, of the packages that were put into one file: what is passed on must carry them. Packages of ours, which
 * have the licence of what they are put into, are left out.
 * @param {string} root the folder that the files' paths start from
 * @param {readonly string[]} files
 * @throws {Error} when a package has no file of its licence
 */
export function licensesOf(root, files) {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))
  return [...folders]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
      const path = join(root, folder, 'LICENSE')
      if (!existsSync(path)) throw new Error(`${name} has no LICENSE file to pass on.`)
      return `${name} ${version}, ${license}\n\n${readFileSync(path, 'utf8').trim()}\n`
    })
    .join('\n\n')
}
