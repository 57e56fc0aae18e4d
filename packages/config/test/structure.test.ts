import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkStructure } from '../src/structure.mjs'

const SOUND = {
  'README.md': '# A product\n',
  'CHANGELOG.md': '# Changelog\n',
  'CONTRIBUTING.md': '# Contributing\n',
  'SECURITY.md': '# Security\n',
  '.github/workflows/ci.yml': 'name: ci\n',
  'package.json': '{}',
  'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
  'apps/server/src/main.ts': "import { request } from '@printroom/core/request'\nexport const env = process.env\n",
  'apps/web/src/trpc.ts': "import type { AppRouter } from '@printroom/server/app'\nexport type Router = AppRouter\n",
  'apps/web/src/routes/index.tsx': 'export const Page = 1\n',
  'packages/core/package.json':
    '{ "name": "@printroom/core", "dependencies": { "@printroom/db": "workspace:*", "pg": "catalog:" }, "devDependencies": { "vitest": "catalog:" } }',
  'packages/core/src/pool.ts':
    "import { join } from 'node:path'\nimport pg from 'pg'\nimport type { Test } from 'vitest'\nexport const a = [pg, join] as const\nexport type T = Test\n",
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
  [
    'a browser test that does not wait',
    'apps/web/e2e/a.test.ts',
    "expect(await page.getByRole('button').count()).toBe(0)",
    "reads a page's count once",
  ],
  [
    'an arrow the wrong way',
    'packages/core/src/a.ts',
    "import { app } from '@printroom/server/app'",
    'core may not import server',
  ],
  [
    'a lazy import the wrong way',
    'packages/db/src/a.ts',
    "await import('@printroom/core/a')",
    'db may not import core',
  ],
  [
    'the database in the server',
    'apps/server/src/a.ts',
    "import {\n  prisma,\n} from '@printroom/db/client'",
    'server may not import db',
  ],
  [
    'a value of the server in web',
    'apps/web/src/a.ts',
    "import { app } from '@printroom/server/app'",
    'only `import type`',
  ],
  [
    'a value of ours in what is published',
    'packages/client/src/a.ts',
    "import { ERRORS } from '@printroom/contract/errors'",
    'client may not import contract (only `import type`)',
  ],
  [
    'a re-export the wrong way',
    'packages/studio/src/a.ts',
    "export { a } from '@printroom/imaging/a'\nconst b = 1",
    'studio may not import imaging',
  ],
  [
    'a way around the package',
    'apps/web/src/a.ts',
    "import { a } from '../../server/src/a.ts'",
    'reaches into another package',
  ],
  [
    'an adapter in the domain',
    'packages/core/src/domain/billing/a.ts',
    "import type { Mail } from '../../adapters/mail/smtp.ts'",
    "core's domain may not import its adapters",
  ],
  [
    'the boot in an adapter',
    'packages/core/src/adapters/mail/a.ts',
    "import { boot } from '../../boot/context.ts'",
    "core's adapters may not import its boot",
  ],
  [
    'a package that only tests have',
    'packages/core/src/a.ts',
    "import { test } from 'vitest'",
    'not among the dependencies',
  ],
  [
    'a package that nobody has',
    'packages/core/src/a.ts',
    "await import('@scope/thing/part')",
    'imports @scope/thing, which is not',
  ],
  ['a name for anything', 'packages/core/src/helpers.ts', 'export const a = 1', 'a name for anything'],
  ['a folder for anything', 'packages/core/src/utils/money.ts', 'export const a = 1', 'a name for anything'],
  ['an index', 'packages/core/src/index.ts', 'export const a = 1', 'a barrel'],
  [
    'a barrel by another name',
    'packages/core/src/all.ts',
    "export * from './a.ts'\nexport * from './b.ts'",
    'a barrel',
  ],
  [
    'a second reader of the environment',
    'apps/server/src/port.ts',
    'export const port = process.env.PORT',
    'read process.env',
  ],
  ['a long file', 'packages/core/src/long.ts', '1\n'.repeat(351), '351 lines'],
  ['an address in the lockfile', 'pnpm-lock.yaml', 'tarball: https://mirror.example/x.tgz', 'names an address'],
  ['a path of one machine', 'README.md', 'see /home/me/printroom', 'something of one machine'],
  ['a registry', '.npmrc', 'registry=https://registry.example.org/', 'something of one machine'],
  [
    'a service that may be asked in a transaction',
    'packages/core/src/a.ts',
    "await fetch('http://x.example')",
    'asks a service',
  ],
  ['a stray at the top', 'notes.txt', '', 'does not belong at the top level'],
])('%s is found', (_name, path, text, reason) => {
  expect(check({ [path]: text })).toContainEqual(expect.stringContaining(reason))
})

test('two features that import one another are found, each in its file', () => {
  const orders = {
    'apps/web/src/features/generate/orders.ts': "import { refresh } from '~/features/mockups/refresh.ts'\n",
  }
  expect(check(orders)).toEqual([])
  expect(
    check({
      ...orders,
      'apps/web/src/features/mockups/again.ts': "import { order } from '~/features/generate/orders.ts'\n",
    }),
  ).toEqual([
    'apps/web/src/features/generate/orders.ts: imports ~/features/mockups/refresh.ts; the features generate and mockups import one another',
    'apps/web/src/features/mockups/again.ts: imports ~/features/generate/orders.ts; the features mockups and generate import one another',
  ])
})

const PICTURES = {
  'packages/core/package.json':
    '{ "name": "@printroom/core", "dependencies": { "@printroom/db": "", "@printroom/imaging": "", "pg": "" } }',
  'packages/core/src/engine.ts':
    "import { render } from '@printroom/imaging/render'\nexport { render }\nexport type Engine = { render: typeof render }\n",
  'packages/imaging/src/render.ts': "import sharp from 'sharp'\nexport const render = sharp\n",
}

test.each([
  ['an import', "import { render } from './engine.ts'\nexport const a = render"],
  ['a re-export', "export { render } from './engine.ts'\nexport const a = 1"],
  ['a lazy import', "export const a = () => import('./engine.ts')"],
  ['a mixed import', "import { type Engine } from './engine.ts'\nexport const a: Engine | null = null"],
  ['a thread that it starts', "export const a = new URL('./engine.ts', import.meta.url)"],
  ['a file that tsx loads', "export const a = await tsImport('./engine.ts', import.meta.url)"],
])('pixels in the HTTP server are found behind %s', (_name, text) => {
  expect(check({ ...PICTURES, 'packages/core/src/request.ts': text })).toEqual([
    'apps/server/src/main.ts: loads @printroom/imaging/render (packages/core/src/request.ts → packages/core/src/engine.ts → @printroom/imaging/render); the HTTP server reads no pixels',
  ])
})

test('the types of what makes pictures may be known to the HTTP server, and a worker may load it', () => {
  const typed = "import type { Engine } from './engine.ts'\nexport type A = Engine"
  const worker = {
    'apps/worker/package.json': '{"dependencies": {"@printroom/core": ""}}',
    'apps/worker/src/main.ts':
      "import { render } from '@printroom/core/engine'\nexport { render }\nexport const a = 1\n",
  }
  expect(check({ ...PICTURES, ...worker, 'packages/core/src/request.ts': typed })).toEqual([])
})

test('a library of pixels in the server itself is found', () => {
  expect(check({ 'apps/server/src/main.ts': "import sharp from 'sharp'\nexport const a = sharp" })).toContainEqual(
    expect.stringContaining('loads sharp (sharp)'),
  )
})

test('a large file is found', () => {
  expect(check({ 'packages/scenes/model.bin': 6_000_001 })).toEqual([expect.stringContaining('6.0 MB; 6 is the most')])
})

test('a product that is named outside its folder is found, in a test it may be', () => {
  const product = { 'packages/products/mug/product.json': '{}', 'packages/products/mug/scene.py': 'NAME = "mug"\n' }
  expect(check({ ...product, 'apps/web/src/a.test.ts': "export const a = 'mug'\n" })).toEqual([])
  expect(check({ ...product, 'apps/web/src/a.ts': "export const a = 'mug'\n" })).toEqual([
    expect.stringContaining('names the product mug'),
  ])
})

test('too many plates are found, though each is small', () => {
  const plates = Array.from({ length: 17 }, (_, index) => [
    `packages/products/${index % 2 ? 'backdrops' : 'mug/plates'}/${index}.bin`,
    5_000_000,
  ])
  expect(check(Object.fromEntries(plates))).toEqual([expect.stringContaining('85 MB together')])
})

/** A number as content means a file of that many bytes. */
function check(extra: Record<string, string | number>): string[] {
  const files = Object.entries<string | number>({ ...SOUND, ...extra })
  for (const [path, content] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : '')
    if (typeof content === 'number') truncateSync(join(root, path), content)
  }
  return checkStructure(
    root,
    files.map(([path]) => path),
  ).violations
}
