import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { openTestServer } from './harness.ts'
import { end } from './processes.ts'

const IMAGING = fileURLToPath(new URL('../../../packages/imaging/', import.meta.url))

const web = await mkdtemp(join(tmpdir(), 'printroom-web-'))
const plates = await mkdtemp(join(tmpdir(), 'printroom-plates-'))
await writeFile(join(web, 'index.html'), '<!doctype html><title>Printroom</title>')
afterAll(() => Promise.all([web, plates].map((folder) => rm(folder, { recursive: true, force: true }))))

const port = await freePort()
const maker = spawn(process.execPath, ['--import', 'tsx', 'src/serve-plates.ts', String(port), plates], {
  cwd: IMAGING,
  stdio: ['ignore', 'pipe', 'inherit'],
})
afterAll(() => end(maker))
await once(maker.stdout, 'data')

const testServer = await openTestServer({ WEB_DIST: web, PLATES_DIR: plates, PLATES_URL: `http://127.0.0.1:${port}` })
const alone = await openTestServer({ WEB_DIST: web, PLATES_DIR: plates })
const list = JSON.parse(await readFile(join(IMAGING, 'dist/small-studio.json'), 'utf8'))
const [plate] = list.plates
const [first, second] = list.backdrops
const get = (at: { url: string }, file: string) => fetch(`${at.url}/assets/plates/${file}`)

it(
  'makes a plate that nobody has made yet when a page asks for it, however many ask at once',
  { timeout: 60_000 },
  async () => {
    const files: string[] = [plate.map, plate.light, plate.shadow]
    const answers = await Promise.all([...files, ...files, ...files].map((file) => get(testServer, file)))
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
    const light = Buffer.from(await answers[1]!.arrayBuffer())
    expect(await sharp(light).metadata()).toMatchObject({ format: 'webp', width: 512, height: 6 * 512 })
    // Nothing half written is left beside them.
    expect((await readdir(plates)).toSorted()).toEqual(files.toSorted())
  },
)

it('answers that there is no plate of another name, and looks nowhere else for it', async () => {
  for (const file of ['mug-studio-1-map-0123456789.bin', 'studio.json', '..%2f..%2fpackage.json', `${first.light}.br`])
    expect((await get(testServer, file)).status, file).toBe(404)
})

it('serves what is made, and nothing more, where nobody makes plates', async () => {
  expect((await get(alone, plate.map)).status).toBe(200)
  expect((await get(alone, first.light)).status).toBe(404)
})

it('asks to come again for a plate whose maker is out of reach', async () => {
  await end(maker)
  const answer = await get(testServer, second.light)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await get(testServer, plate.map)).status).toBe(200)
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}
