import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { isBuiltin } from 'node:module'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { lend, openProject } from './packed.ts'
import { disc, openAccount, openTestServer } from './test-server.ts'

// Each opens what it closes when the file is over: one that is opened within a test is never closed, and holds vitest up.
const [project, testServer, stopped] = await Promise.all([openProject(), openTestServer(), openTestServer()])
const seller = await openAccount(testServer, 'outside@example.com', 50)
await writeFile(join(project.folder, 'design.png'), await disc('#d33'))
await lend(project, 'typescript', '@types/node', 'undici-types', '@trpc/client', '@trpc/server')
const cli = join(project.folder, 'node_modules/.bin/printroom')
const run = promisify(execFile)
const LARGEST_GZIP_BYTES = 30_000

/** Runs the command line as a terminal would, with no settings but these. */
async function printroom(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; said: string }> {
  const child = spawn(cli, args, { cwd: project.folder, env: { PATH: process.env.PATH, ...env } })
  const [out, said]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out: Buffer.concat(out).toString(), said: Buffer.concat(said).toString() }
}
const NOBODYS = '00000000-0000-4000-8000-000000000000'
const keyed = { PRINTROOM_URL: testServer.url, PRINTROOM_API_KEY: seller.apiKey }

/** A sample of the guides at /docs/api. */
const sampleOf = (name: string): Promise<string> =>
  readFile(new URL(`../../../apps/server/samples/${name}`, import.meta.url), 'utf8')

describe('the tarball', async () => {
  it('holds what was built and nothing of ours: no sources, no package that is not there', async () => {
    expect(project.files.filter((path) => !path.startsWith('dist/')).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
    for (const path of project.files.filter((each) => each.startsWith('dist/'))) {
      const text = await readFile(join(project.folder, 'node_modules/@printroom/client', path), 'utf8')
      const imported = [...text.matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)].map(([, name]) => name!)
      if (path === 'dist/mcp/serve.js') {
        // The protocol's library is in it, whole: it asks for Node's own and nothing else.
        expect(imported.filter((name) => !isBuiltin(name))).toEqual([])
        continue
      }
      const foreign = imported.filter((name) => !/^\.{1,2}\/.*\.js$/.test(name))
      const allowed = path.startsWith('dist/cli/')
        ? /^node:/
        : path === 'dist/app-router.d.ts'
          ? /^@trpc\/server$/
          : /^$/
      expect([path, foreign.filter((name) => !allowed.test(name))]).toEqual([path, []])
      expect([path, /prisma|lucia|graphile/i.test(text)]).toEqual([path, false])
    }
  })

  it('loads less than 30 kB, gzipped, with everything that the entry imports', async () => {
    const folder = join(project.folder, 'node_modules/@printroom/client/dist')
    const loaded = new Map<string, string>()
    const load = async (path: string): Promise<void> => {
      if (loaded.has(path)) return
      const text = await readFile(path, 'utf8')
      loaded.set(path, text)
      for (const [, name] of text.matchAll(/from\s*['"](\.[^'"]+)['"]/g)) await load(join(path, '..', name!))
    }
    await load(join(folder, 'client.js'))
    const bytes = gzipSync([...loaded.values()].join('\n')).length
    console.info(`${loaded.size} files, ${bytes} bytes gzipped`)
    expect(loaded.size).toBeGreaterThan(5)
    expect(bytes).toBeLessThan(LARGEST_GZIP_BYTES)
  })

  /** What the compiler says of files in the project, with the strictest look at declarations unless told. */
  const check = async (sources: Record<string, string>, options: object) => {
    for (const [name, source] of Object.entries(sources)) await writeFile(join(project.folder, name), source)
    const strict = { strict: true, skipLibCheck: false, noEmit: true, target: 'ES2023', module: 'nodenext', ...options }
    await writeFile(
      join(project.folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: strict, files: Object.keys(sources) }),
    )
    return project.run('node', 'node_modules/typescript/bin/tsc', '-p', '.')
  }

  const NODE = { types: ['node'], lib: ['ES2023'] }
  const BROWSER = { types: [], lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] }
  /** The guide's TypeScript is compiled with what is written for Node: reading the declarations is what takes time. */
  const guide = { 'guide.ts': await sampleOf('client.ts') }
  it.each([
    ['Node, and for the guide’s TypeScript,', { ...NODE, noEmit: false }, guide],
    ['a browser', BROWSER, {}],
  ])('has types for %s that hold without skipLibCheck, and refuse what is wrong', async (_name, options, more) => {
    const source = `import { createClient, InsufficientCreditsError, type Mockup } from '@printroom/client'

const printroom = createClient({ url: 'http://localhost:3000', apiKey: 'prk_1' })
export async function make(file: Blob): Promise<Mockup> {
  const design = await printroom.designs.upload(file)
  const order = await printroom.mockups.create({ design_id: design.id, product: 'mug', colour: 'mug-navy', model_style: 'lifestyle-use', background: 'kitchen-interior' })
  for await (const { filename } of printroom.designs.list()) filename.trim()
  for await (const orders of printroom.trpc.generation.watch.subscribe()) orders.map(({ progress }) => progress.toFixed())
  return order.wait({ onProgress: ({ progress }) => progress.toFixed(), signal: AbortSignal.timeout(60_000) })
}
export const missing = (error: unknown) => (error instanceof InsufficientCreditsError ? error.needed - error.available : 0)
export const name: Promise<string> = printroom.trpc.design.rename.mutate({ id: '1', filename: 'a.png' }).then((design) => design.filename)
// @ts-expect-error a name is text
void printroom.trpc.design.rename.mutate({ id: '1', filename: 5 })
// @ts-expect-error bytes travel by REST
void printroom.trpc.mockup.open
`
    expect(await check({ 'use.ts': source, ...more }, options)).toBe('')
  })

  it('makes a mockup by the guide’s TypeScript, which says what was made and what is wrong', async () => {
    await testServer.needWorker()
    const design = await seller.printroom.designs.upload(await disc('#d33'))
    const mug = { design_id: design.id, product: 'mug', model_style: 'studio-product', background: 'off-white' }
    const script = `import { make } from './guide.js'
      const mug = ${JSON.stringify(mug)}
      console.log(await make({ ...mug, colour: 'mug-teal' }, AbortSignal.timeout(100_000)))
      console.log(await make({ ...mug, colour: 'plaid' }, AbortSignal.timeout(100_000)))`
    await writeFile(join(project.folder, 'try.js'), script)
    const { stdout } = await run(process.execPath, ['try.js'], {
      cwd: project.folder,
      env: { PATH: process.env.PATH, ...keyed },
    })
    const refusal = 'This colour is not offered for this product and base model'
    expect(stdout).toMatch(/^costs 1\n(?:\w+ \d+\n)*out\/\S+\.jpg\n/)
    expect(stdout.endsWith(`${refusal}\n${refusal}\n`)).toBe(true)
  })

  it('has types for what the reference shows of each path', async () => {
    const page = await (await fetch(`${testServer.url}/docs/api`)).text()
    const shown = [...page.matchAll(/data-language="client"[^]*?<code>([^]*?)<\/code>/g)].map(([, code = '']) => code)
    expect(shown.length).toBeGreaterThan(30)
    const calls = shown
      .map(
        (code) =>
          code.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').split('apiKey })\n')[1],
      )
      .map((call, nth) => `export async function call${nth}() {\n${call}\n}`)
    const source = `import { createClient } from '@printroom/client'
const printroom = createClient({ url: 'http://localhost:3000' })
declare const id: string, pack_id: string, email: string
${calls.join('\n')}`
    expect(
      await check(
        { 'reference.ts': source },
        { types: ['node'], lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] },
      ),
    ).toBe('')
  })

  it('has the router’s type for tRPC’s own client, whose own declarations need skipLibCheck', async () => {
    const source = `import type { AppRouter } from '@printroom/client/app-router'
import { createTRPCClient, httpBatchLink } from '@trpc/client'

export const trpc = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/api/trpc' })] })
export const seconds: Promise<number | null> = trpc.generation.pace.query().then((pace) => pace.seconds)
// @ts-expect-error there is no such procedure
void trpc.design.steal
// @ts-expect-error an id is text
void trpc.design.get.query({ id: 5 })
`
    expect(await check({ 'use.ts': source }, { skipLibCheck: true, types: ['node'], lib: ['ES2023', 'DOM'] })).toBe('')
  })
})

it('makes a mockup by a script of ten lines, with progress, and names what is wrong', async () => {
  await testServer.needWorker()
  // The guide of /docs/api and the README have the same.
  const guide = await sampleOf('client.mjs')
  expect(await readFile(new URL('../README.md', import.meta.url), 'utf8')).toContain(`\`\`\`js\n${guide}\`\`\``)
  await writeFile(join(project.folder, 'guide.js'), guide)
  const child = spawn(process.execPath, ['guide.js'], {
    cwd: project.folder,
    env: { PATH: process.env.PATH, ...keyed },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(out).toMatch(/%/)
  const [path = ''] = /\S+\.jpg/.exec(out) ?? []
  expect(await sharp(join(project.folder, path)).metadata()).toMatchObject({ format: 'jpeg', width: 2048 })
})

describe('the command line', () => {
  const MUG = ['mockup', 'design.png', '--product', 'mug', '--scene', 'kitchen-interior']

  it('makes a mockup, says how far it is and writes the picture', async () => {
    const { code, out, said } = await printroom(
      [...MUG, '--colour', 'mug-navy', '--colour', 'Red', '-o', 'pictures'],
      keyed,
    )
    expect([code, said]).toEqual([0, expect.stringContaining('2 of 2 made, 100 %')])
    const files = await readdir(join(project.folder, 'pictures'))
    expect(out.trim().split('\n').toSorted()).toEqual(files.map((file) => `pictures/${file}`).toSorted())
    expect(files).toHaveLength(2)
    for (const file of files)
      expect(await sharp(join(project.folder, 'pictures', file)).metadata()).toMatchObject({ width: 2048 })
  })

  it('makes a batch from a CSV and a folder, and the same key again costs nothing', async () => {
    await mkdir(join(project.folder, 'designs'), { recursive: true })
    for (const [name, colour] of [
      ['sun.png', '#fc0'],
      ['moon.png', '#88a'],
      ['unused.png', '#000'],
    ] as const)
      await writeFile(join(project.folder, 'designs', name), await disc(colour))
    await writeFile(
      join(project.folder, 'plan.csv'),
      'file,product,colour,scene\nsun.png,Mug,White,Studio Product / Off-White\n"moon.png",Mug,Navy,Studio Product\n',
    )
    const args = ['batch', 'plan.csv', '--designs', 'designs', '--key', 'autumn', '-o', 'batch', '--json']
    const first = await printroom(args, keyed)
    const { paths, counts } = JSON.parse(first.out) as { paths: string[]; counts: { done: number } }
    expect([first.code, counts.done, paths.length]).toEqual([0, 2, 2])
    expect((await readdir(join(project.folder, 'batch'))).length).toBe(2)
    const { total } = await seller.printroom.credits.balance()
    const again = await printroom(args, keyed)
    expect([again.code, (await seller.printroom.credits.balance()).total]).toEqual([0, total])
    const names = []
    for await (const { filename } of seller.printroom.designs.list()) names.push(filename)
    expect(names.filter((name) => name === 'sun.png')).toHaveLength(1)
    expect(names).not.toContain('unused.png')
  })

  it('signs in by an email on one’s own machine, and nowhere else', async () => {
    const here = await printroom(['whoami', '--json'], { PRINTROOM_URL: testServer.url })
    expect([here.code, (JSON.parse(here.out) as { email: string }).email]).toEqual([0, 'developer@printroom.localhost'])
    expect(here.said).toContain('Signed in as developer@printroom.localhost, without a key')
    const elsewhere = await printroom(['whoami'], { PRINTROOM_URL: 'https://printroom.example' })
    expect([elsewhere.code, elsewhere.said]).toEqual([4, expect.stringContaining('PRINTROOM_API_KEY')])
  })

  it.each([
    ['an unknown command', ['paint'], 2, 'There is no command "paint"'],
    ['an unknown option', ['whoami', '--loud'], 2, '--loud'],
    ['a colour that there is not', [...MUG, '--colour', 'plaid'], 2, 'mug-white'],
    [
      'a scene of several styles',
      [
        'mockup',
        'design.png',
        '--product',
        't-shirt',
        '--model',
        'gildan-64000',
        '--colour',
        'black',
        '--scene',
        'white-studio',
      ],
      2,
      'studio-front/white-studio',
    ],
    [
      'a file that is not there',
      ['mockup', 'none.png', ...MUG.slice(2), '--colour', 'mug-red'],
      2,
      'There is no file none.png',
    ],
    ['--on beside a product', ['mockup', 'design.png', '--on', 'x', '--product', 'mug'], 2, 'leave --product out'],
    ['a scene that is nobody’s', ['mockup', 'design.png', '--on', NOBODYS], 1, 'This scene is not here any more'],
    ['a photograph without its product', ['scene', 'design.png'], 2, '--product is missing'],
    ['a wrong key', ['whoami', '--api-key', 'prk_wrong'], 4, 'There is no such API key'],
    ['a server that is not there', ['whoami', '--url', 'http://127.0.0.1:9'], 1, 'Is it running?'],
  ])('says what is wrong with %s', async (_name, args, code, words) => {
    const answer = await printroom(args, args.includes('--url') ? {} : keyed)
    expect([answer.code, answer.said]).toEqual([code, expect.stringContaining(words)])
  })

  it('sends a photograph, waits until it is measured, says why there is no scene, and lists it', async () => {
    const answer = await printroom(['scene', 'design.png', '--product', 'mug'], keyed)
    expect([answer.code, answer.out]).toEqual([1, expect.stringMatching(/^failed: .{20}/)])
    expect((await printroom(['scenes'], keyed)).out).toMatch(/^[\da-f-]{36}  refused    mug front  design\n$/)
  })

  it('helps, tells its version and what a key may do, and lists colours', async () => {
    expect((await printroom(['whoami'], keyed)).out).toMatch(
      / credits, plan: none\nkey "test": scope all, no monthly cap, \d+ credits spent this month, no expiry\n$/,
    )
    expect((await printroom(['--help'])).out).toContain('Exit codes')
    expect((await printroom(['--version'])).out).toBe('0.1.0\n')
    const { out } = await printroom(['colours', '--product', 'mug', '--json'], { PRINTROOM_URL: testServer.url })
    expect((JSON.parse(out) as { id: string }[]).map(({ id }) => id)).toContain('mug-cobalt-blue')
  })

  it('ends with 3 where the credits do not reach', async () => {
    const poor = await openAccount(testServer, 'poor@example.com')
    const scenes = ['kitchen-interior', 'office-desk', 'outdoor-garden', 'cozy-living-room'].flatMap((scene) => [
      '--scene',
      scene,
    ])
    const colours = ['mug-white', 'mug-black', 'mug-red'].flatMap((colour) => ['--colour', colour])
    const answer = await printroom(['mockup', 'design.png', '--product', 'mug', ...scenes, ...colours], {
      ...keyed,
      PRINTROOM_API_KEY: poor.apiKey,
    })
    expect([answer.code, answer.said]).toEqual([3, expect.stringContaining('credits')])
  })

  it('gives up what has not begun when it is stopped, and says what remains', async () => {
    await stopped.startWorker({ WORKER_CONCURRENCY: '0' })
    const { apiKey, printroom: hers } = await openAccount(stopped, 'stopped@example.com')
    const env = { PATH: process.env.PATH, PRINTROOM_URL: stopped.url, PRINTROOM_API_KEY: apiKey }
    const child = spawn(cli, [...MUG, '--colour', 'mug-navy', '--colour', 'mug-red'], { cwd: project.folder, env })
    let said = ''
    const placed = new Promise<void>((resolve) =>
      child.stderr.on('data', (chunk) => (said += chunk).includes('0 of 2 made') && resolve()),
    )
    void placed.then(() => child.kill('SIGINT'))
    const before = await hers.credits.balance()
    expect(await once(child, 'close')).toEqual([130, null])
    expect(said).toContain('0 of 2 written; 2 given up, with their credits back')
    const lines = []
    for await (const { amount } of hers.credits.statement()) lines.push(amount)
    expect([(await hers.credits.balance()).total, lines.reduce((sum, amount) => sum + amount, 0)]).toEqual([
      before.total,
      before.total,
    ])
    expect(await stopped.db.generation.count({ where: { cancelledAt: { not: null } } })).toBe(2)
  })
})
