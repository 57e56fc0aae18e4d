import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Called, samplesOf } from '../src/docs/code-samples.ts'
import { GUIDES } from '../src/docs/guides.ts'
import { buildDocument } from '../src/rest/openapi/document.ts'
import { ROUTES } from '../src/rest/routes.ts'
import { Client, openTestServer } from './harness.ts'

const run = promisify(execFile)
const SAMPLES = fileURLToPath(new URL('../samples/', import.meta.url))
const testServer = await openTestServer()
const seller = new Client(testServer)
/** A port that nobody listens at, by the system's own choice. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
const folder = await mkdtemp(join(tmpdir(), 'printroom-samples-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
let env: Record<string, string> = {}
const document = buildDocument()

beforeAll(async () => {
  await seller.register('reader@example.com')
  const png = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#0a0' } })
    .png()
    .toBuffer()
  await writeFile(join(folder, 'design.png'), png)
  const design = await (await seller.upload(png)).json()
  const made = await seller.fetch('/api/trpc/account.createApiKey', { json: { name: 'guide', scope: 'write' } })
  const { result } = await made.json<{ result: { data: { token: string } } }>()
  env = {
    PRINTROOM_URL: testServer.url,
    PRINTROOM_API_KEY: result.data.token,
    DESIGN: design.id,
    LISTEN_URL: `http://127.0.0.1:${await freePort()}`,
  }
}, 240_000)

/** What each sample says when it has done what its guide promises. */
const SAYS: Record<string, RegExp> = {
  'sign-in.sh': /"email":"reader@example\.com"/,
  'mockup.mjs': /colour: 'mug-navy'[^]*file_url: '\/api\/mockups\//,
  'mockup.sh': /"colour":"mug-white"/,
  'wait.mjs': /^done \/api\/mockups\/\S+\/file\n$/,
  'quote.mjs': /^1 This colour is not offered for this product and base model\nbad_input\n$/,
  'batch.mjs': /^2 credits, 2 done, 0 failed\n$/,
  'retry.mjs': /^\d+\nnot_found: There is nothing here under that name\.\n$/,
  'webhook.mjs': /^webhook\.test\ndelivered\n$/,
  'pages.mjs': /^5 mockups\n$/,
}

/** They need the package: its own test runs them, where it was installed from its tarball. */
const OF_THE_CLIENT = ['client.mjs', 'client.ts']
/** What an agent is set up with; it puts the environment in. */
const SETTINGS = 'agent.json'

describe('the samples of the guides', { timeout: 240_000 }, () => {
  it('are all shown and all run', () => {
    expect(GUIDES.flatMap(({ samples }) => samples).toSorted()).toEqual(readdirSync(SAMPLES).toSorted())
    expect([...Object.keys(SAYS), ...OF_THE_CLIENT, SETTINGS].toSorted()).toEqual(readdirSync(SAMPLES).toSorted())
  })

  it.each(Object.entries(SAYS))('%s does what its guide says', async (name, says) => {
    const program = name.endsWith('.sh') ? 'bash' : process.execPath
    const { stdout } = await run(program, [join(SAMPLES, name)], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    })
    expect(stdout).toMatch(says)
  })
})

it(`${SETTINGS} connects an agent`, async () => {
  const text = await readFile(join(SAMPLES, SETTINGS), 'utf8')
  const { mcpServers } = JSON.parse(text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => env[name]!)) as {
    mcpServers: { printroom: { url: string; headers: Record<string, string> } }
  }
  const { url, headers } = mcpServers.printroom
  const agent = new McpClient({ name: 'agent', version: '1' })
  await agent.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const { tools } = await agent.listTools()
  expect(tools.map(({ name }) => name)).toContain('quote')
  await agent.close()
})

/** Operations whose samples are run as they stand, and what of the answer is seen. */
const CALLED = {
  readAccount: /reader@example\.com/,
  listDesigns: /filename/,
  quote: /"?error"?:/,
  uploadDesign: /file_url/,
}

describe('the samples of the paths', () => {
  it.each(Object.entries(CALLED))('%s: curl and fetch do what they say', async (id, says) => {
    const [path, methods] = Object.entries(document.paths ?? {}).find(([, each]) =>
      Object.values(each).some((operation) => (operation as Called).operationId === id),
    ) ?? ['', {}]
    const [method, operation] = Object.entries(methods).find(([, each]) => (each as Called).operationId === id) ?? []
    for (const { language, code } of samplesOf(method!.toUpperCase(), path, operation as Called)) {
      if (language !== 'curl' && language !== 'fetch') continue
      await writeFile(join(folder, 'call.mjs'), code)
      const { stdout } = await run(language === 'curl' ? 'bash' : process.execPath, ['call.mjs'], {
        cwd: folder,
        env: { PATH: process.env.PATH, ...env },
      })
      expect([language, stdout]).toEqual([language, expect.stringMatching(says)])
    }
  })
})

describe('the page at /docs/api', () => {
  it('shows every guide and every path, and asks nothing of anybody else', async () => {
    const answer = await seller.fetch('/docs/api')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    const page = await answer.text()
    for (const { id, title } of GUIDES) {
      expect(page).toContain(`<section id="${id}"><h2>${title}<a class="anchor"`)
      expect(page).toContain(`<a href="#${id}">`)
    }
    for (const { id } of ROUTES) expect([id, page.split(`<article id="${id}">`).length]).toEqual([id, 2])
    expect([...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script src="/first.js">',
      '<script src="/docs/api.js" defer>',
    ])
    const script = await seller.fetch('/docs/api.js')
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(page).not.toMatch(/(?:src|href)="https?:|url\('https?:|\son\w+=/)
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!)
    expect(anchors.filter((id) => !page.includes(`id="${id}"`))).toEqual([])
    expect(page).not.toMatch(/undefined|\[object Object\]/)
  })

  it('is small, is not sent again to whoever has it, and nothing else is under /docs', async () => {
    const first = await seller.fetch('/docs/api')
    expect(Number(first.headers.get('content-length'))).toBeLessThan(40_000)
    const again = await seller.fetch('/docs/api', { headers: { 'if-none-match': first.headers.get('etag')! } })
    expect(again.status).toBe(304)
    for (const path of ['/docs', '/docs/', '/docs/api/x', '/docs/other'])
      expect([path, (await seller.fetch(path)).status]).toEqual([path, 404])
  })
})
