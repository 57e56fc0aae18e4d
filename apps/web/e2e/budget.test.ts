import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawDesign } from './patches.ts'
import { signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer()
const { url } = testServer
const { page } = await openPage()

const PUBLIC = ['/', '/pricing', '/login', '/register', '/examples', '/try', '/no-such-page']
const SIGNED_IN = ['/dashboard', '/designs', '/scenes', '/generate', '/batches', '/mockups', '/account']
const LANDING_BYTES = 130_000
const ROUTE_BYTES = 200_000
/** A scene that is ready is a wizard whose steps all stand open, with its preview and its checks. */
const SCENE_BYTES = 285_000

const budgetOf = (path: string): number =>
  path === '/' ? LANDING_BYTES : path.startsWith('/scenes/') ? SCENE_BYTES : ROUTE_BYTES

/** Bytes of JavaScript, squeezed with gzip, that a page has loaded by itself once it is quiet. */
async function scriptBytes(path: string): Promise<number> {
  await page.goto(url + path, { waitUntil: 'networkidle' })
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((name) => name.startsWith('/assets/') && name.endsWith('.js')),
  )
  expect(scripts.length, path).toBeGreaterThan(2)
  const sizes = await Promise.all([...new Set(scripts)].map((name) => stat(join(inject('webDist'), `${name}.gz`))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/** A scene that is ready, as far as a page looks at it: its files are nowhere. */
async function measuredScene(userId: string): Promise<string> {
  const report = {
    map: { median: 0.1, p95: 1, most: 2 },
    area: { printable: 1, folded: 0, uncertain: 0 },
    markers: { found: 9, of: 9 },
    plate: { size: 2048, pixelsPerInch: 100 },
    step: 0,
    clipped: 0,
    recolours: true,
    warnings: [],
  }
  const previewKeys = ['map', 'light', 'shadow', 'backdrop']
  const mendKeys = ['kept', 'picture', 'found', 'printable']
  const kept = { fileKey: 'scene.zip', thumbnailKey: 'scene.webp', previewKeys, mendKeys, report, manifests: {} }
  const { id } = await testServer.db.scene.create({
    data: { userId, name: 'On the desk', product: 'mug', status: 'ready', ...kept },
  })
  return `/scenes/${id}`
}

test('no page asks for more JavaScript than its budget', { timeout: 240_000 }, async () => {
  const bytes: Record<string, number> = {}
  for (const path of PUBLIC) bytes[path] = await scriptBytes(path)
  const { id: userId } = await signUp(page, testServer, 'maya@example.com')
  await uploadDesign(page, testServer, 'four patches.png', await drawDesign())
  for (const path of [...SIGNED_IN, '/batches/new', await measuredScene(userId)]) bytes[path] = await scriptBytes(path)
  const over = Object.entries(bytes).filter(([path, size]) => size > budgetOf(path))
  expect(over, JSON.stringify(bytes)).toEqual([])
})

test('each page names the scripts of its route, and holds its style sheet', async () => {
  for (const path of [...PUBLIC.slice(0, -1), ...SIGNED_IN]) {
    const html = await (await page.request.get(url + path)).text()
    expect(html, path).toContain('<style>')
    expect(html, path).not.toContain('rel="stylesheet"')
    if (path !== '/')
      expect(html, path).toContain(`rel="modulepreload" fetchpriority="low" crossorigin href="/assets${path}-`)
  }
  expect(await (await page.request.get(`${url}/no-such-page`)).text()).not.toContain('/assets/dashboard-')
})

test('what a browser takes squeezed is sent squeezed, and kept', async () => {
  const html = await (await page.request.get(url)).text()
  const script = /src="(\/assets\/index-[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const headers = async (encoding: string) =>
    (await page.request.get(url + script, { headers: { 'accept-encoding': encoding } })).headers()
  expect(await headers('br, gzip')).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
  })
  expect(await headers('gzip')).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await headers('identity'))['content-encoding']).toBeUndefined()
})
