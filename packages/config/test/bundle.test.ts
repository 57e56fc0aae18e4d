import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { APP_PROGRAM } from '../src/app-program.ts'
import { createBundler } from '../src/bundle.mjs'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'a #1 100% checkout ')))
const app = join(root, 'apps/server')
afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** What the program wrote: its output as JSON, and its last words. */
async function run(): Promise<{ said: unknown; words: string }> {
  const ended = promisify(execFile)(process.execPath, [...APP_PROGRAM], { cwd: app })
  const { stdout, stderr } = await ended.catch((error: { stdout: string; stderr: string }) => error)
  return { said: stdout === '' ? undefined : JSON.parse(stdout), words: stderr }
}

test('a program has the places of its files and the lines of its sources, and stays as it is while they have a fault', async () => {
  write('node_modules/lib/package.json', '{ "name": "lib", "main": "in/lib.js" }')
  write('node_modules/lib/in/lib.js', "'use strict'\nexports.places = () => [__dirname, __filename]\n")
  write('apps/server/src/far/place.ts', 'export const here: string = import.meta.url\n')
  write(
    'apps/server/src/main.ts',
    `import { places } from 'lib'
import { here } from './far/place.ts'

const thread = new URL('./studio-thread.mjs', import.meta.url).pathname
console.log(JSON.stringify([places(), decodeURIComponent(here), decodeURIComponent(thread)]))
throw new Error('as asked')
`,
  )
  const { build, close } = await createBundler('server', { root })
  try {
    await build()
    const { said, words } = await run()
    expect(said).toEqual([
      [join(root, 'node_modules/lib/in'), join(root, 'node_modules/lib/in/lib.js')],
      `file://${app}/src/far/place.ts`,
      // Started by us, so it lies beside the program.
      `${app}/dist/studio-thread.mjs`,
    ])
    expect(words).toContain('Error: as asked')
    expect(words).toMatch(/apps\/server\/src\/main\.ts:6:\d+/)

    const main = join(app, 'dist/main.mjs')
    const { ino } = statSync(main)
    await build()
    expect(statSync(main).ino).toBe(ino)

    write('apps/server/src/far/place.ts', 'export const const here = 1\n')
    await expect(build()).rejects.toThrow(/apps\/server\/src\/far\/place\.ts:1:13: ERROR/)
    expect((await run()).said).toEqual(said)

    write('apps/server/src/far/place.ts', "export const here: string = 'anew'\n")
    await build()
    expect((await run()).said).toEqual(expect.arrayContaining(['anew']))
    expect(statSync(main).ino).not.toBe(ino)
  } finally {
    await close()
  }
})
