import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkStructure } from '../src/structure.mjs'

const SOUND = {
  'package.json': '{}',
  'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
  'apps/server/src/main.ts': "import { request } from '@printroom/core/request'\nexport const env = process.env\n",
  'apps/web/src/trpc.ts': "import type { AppRouter } from '@printroom/server/app'\nexport type Router = AppRouter\n",
  'apps/web/src/routes/index.tsx': 'export const Page = 1\n',
  'packages/core/src/request.ts': "import { prisma } from '@printroom/db/client'\nexport { prisma }\n",
  'packages/core/test/request.test.ts': "import { createTestDatabase } from '@printroom/db/testing/database'\n",
}

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'printroom-structure-'))
})
afterEach(() => rmSync(root, { recursive: true }))

test('a sound tree holds every rule', () => {
  expect(check({})).toEqual([])
})

test.each([
  ['an arrow the wrong way', 'packages/core/src/a.ts', "import { app } from '@printroom/server/app'", 'core may not import server'],
  ['a lazy import the wrong way', 'packages/db/src/a.ts', "await import('@printroom/core/a')", 'db may not import core'],
  ['the database in the server', 'apps/server/src/a.ts', "import {\n  prisma,\n} from '@printroom/db/client'", 'server may not import db'],
  ['a value of the server in web', 'apps/web/src/a.ts', "import { app } from '@printroom/server/app'", 'only `import type`'],
  ['a re-export the wrong way', 'packages/studio/src/a.ts', "export { a } from '@printroom/imaging/a'\nconst b = 1", 'studio may not import imaging'],
  ['a way around the package', 'apps/web/src/a.ts', "import { a } from '../../server/src/a.ts'", 'reaches into another package'],
  ['a name for anything', 'packages/core/src/helpers.ts', 'export const a = 1', 'a name for anything'],
  ['a folder for anything', 'packages/core/src/utils/money.ts', 'export const a = 1', 'a name for anything'],
  ['an index', 'packages/core/src/index.ts', 'export const a = 1', 'a barrel'],
  ['a barrel by another name', 'packages/core/src/all.ts', "export * from './a.ts'\nexport * from './b.ts'", 'a barrel'],
  ['a second reader of the environment', 'apps/server/src/port.ts', 'export const port = process.env.PORT', 'read process.env'],
  ['a long file', 'packages/core/src/long.ts', '1\n'.repeat(351), '351 lines'],
  ['an address in the lockfile', 'pnpm-lock.yaml', 'tarball: https://mirror.example/x.tgz', 'names an address'],
  ['a path of one machine', 'README.md', 'see /home/me/printroom', 'something of one machine'],
  ['a registry', '.npmrc', 'registry=https://registry.example.org/', 'something of one machine'],
  ['a stray at the top', 'notes.txt', '', 'does not belong at the top level'],
])('%s is found', (_name, path, text, reason) => {
  expect(check({ [path]: text })).toContainEqual(expect.stringContaining(reason))
})

test('a large file is found', () => {
  expect(check({ 'packages/studio/scenes/model.bin': 6_000_001 })).toEqual([expect.stringContaining('6.0 MB; 6 is the most')])
})

test('too many plates are found, though each is small', () => {
  const plates = Array.from({ length: 21 }, (_, index) => [`packages/studio/plates/${index}.bin`, 5_000_000])
  expect(check(Object.fromEntries(plates))).toEqual([expect.stringContaining('105 MB together')])
})

/** A number as content means a file of that many bytes. */
function check(extra: Record<string, string | number>): string[] {
  const files = Object.entries<string | number>({ ...SOUND, ...extra })
  for (const [path, content] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : '')
    if (typeof content === 'number') truncateSync(join(root, path), content)
  }
  return checkStructure(root, files.map(([path]) => path)).violations
}
