import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readMap } from '@printroom/imaging/plate-map'
import { Ajv2020 } from 'ajv/dist/2020.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// The package as a photographer has it: its tarball in an empty project, with sharp beside it, and no network.

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const MUG = fileURLToPath(new URL('../../products/mug/plates/studio-1', import.meta.url))
const run = promisify(execFile)

let project = ''
let files: string[] = []

beforeAll(async () => {
  await run(process.execPath, ['build/build.mjs'], { cwd: PACKAGE })
  project = await mkdtemp(join(tmpdir(), 'printroom-plates-'))
  const env = { PATH: process.env.PATH, HOME: project, npm_config_offline: 'true', npm_config_audit: 'false' }
  const npm = async (...args: string[]) => (await run('npm', args, { cwd: project, env })).stdout
  await writeFile(join(project, 'package.json'), '{ "name": "outside", "private": true, "type": "module" }')
  const [packed] = JSON.parse(
    await npm('pack', PACKAGE, '--json', '--ignore-scripts', '--pack-destination', project),
  ) as [{ filename: string; files: { path: string }[] }]
  files = packed.files.map(({ path }) => path).toSorted()
  // Offline there is no sharp to install: this one's own is lent.
  await npm('install', '--legacy-peer-deps', `./${packed.filename}`)
  await symlink(await realpath(join(PACKAGE, 'node_modules/sharp')), join(project, 'node_modules/sharp'))
})
afterAll(() => rm(project, { recursive: true, force: true }))

async function plate(...args: string[]): Promise<{ code: number; out: string; said: string }> {
  const child = spawn(join(project, 'node_modules/.bin/plate'), args, { cwd: project, env: { PATH: process.env.PATH } })
  const [out, said]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out: Buffer.concat(out).toString(), said: Buffer.concat(said).toString() }
}

describe('the tarball', () => {
  it('holds the program, the schema, the page and the licences, and asks for sharp alone', async () => {
    expect(files).toEqual([
      'LICENSE',
      'README.md',
      'dist/LICENSES.txt',
      'dist/main.js',
      'dist/plate.schema.json',
      'package.json',
    ])
    const text = await readFile(join(project, 'node_modules/@printroom/plate/dist/main.js'), 'utf8')
    const imported = [...text.matchAll(/\bfrom\s*["']([\w:@/.-]+)["']/g)].map(([, name]) => name!)
    expect(imported.filter((name) => !name.startsWith('node:'))).toContain('sharp')
    expect(imported.filter((name) => !name.startsWith('node:') && name !== 'sharp')).toEqual([])
    expect(await readFile(join(project, 'node_modules/@printroom/plate/dist/LICENSES.txt'), 'utf8')).toContain('zod')
  })
})

describe('plate', () => {
  it('check says that a plate is usable, and how a print comes back', async () => {
    const { code, out } = await plate('check', MUG)
    expect(out).toMatch(/^studio-1: usable\n {2}A photograph printed on it comes back 99\.\d % alike, 0\.\d\d off/)
    expect(code).toBe(0)
  })

  it('check tells what is wrong, as text and as JSON, and ends with 1', async () => {
    await writeFile(join(project, 'plate.json'), '{}')
    const asText = await plate('check', '.')
    expect(asText.code).toBe(1)
    expect(asText.out).toMatch(/: not usable, 6 errors\n {2}error {4}plate\.json {2}`version`: /)
    const { code, out } = await plate('check', 'nowhere', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual([
      {
        folder: 'nowhere',
        isUsable: false,
        findings: [{ level: 'error', about: 'nowhere', sentence: 'There is no such folder.' }],
      },
    ])
  })

  it('pack puts a rendered map into a twentieth of its bytes', async () => {
    const folder = join(project, 'mug')
    await cp(MUG, folder, { recursive: true })
    const { width, height, u, v, coverage } = await readMap(folder)
    const words = new Uint16Array(3 * u.length)
    for (let at = 0; at < u.length; at++) words.set([u[at]!, v[at]!, coverage[at]! * 257], 3 * at)
    await sharp(words, { raw: { width, height, channels: 3 } })
      .toColourspace('rgb16')
      .png({ compressionLevel: 1 })
      .toFile(join(folder, 'uv.png'))
    await rm(join(folder, 'uv.bin'))
    const { code, out } = await plate('pack', 'mug')
    expect(out).toMatch(/^uv\.png, \d+ kB, is uv\.bin now, \d+ kB: no place moved by more than 0\.\d\d\d mm\.\n$/)
    expect(code).toBe(0)
    expect(await readdir(folder)).toContain('uv.bin')
    expect(await readdir(folder)).not.toContain('uv.png')
  })

  it('schema accepts what we ship, and not what is missing a part', async () => {
    const { code, out } = await plate('schema')
    expect(code).toBe(0)
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(out) as object)
    const manifest = JSON.parse(await readFile(join(MUG, 'plate.json'), 'utf8')) as Record<string, unknown>
    expect(validate(manifest)).toBe(true)
    const { frames, ...rest } = manifest
    expect(frames).toBeDefined()
    expect(validate(rest)).toBe(false)
    expect(validate({ ...manifest, size: 'large' })).toBe(false)
  })

  it.each([
    [['frobnicate'], 'It is not clear what'],
    [['check'], 'It is not clear what'],
    [['check', MUG, '--loud'], "Unknown option '--loud'"],
  ])('ends with 2 where it is used wrongly: %j', async (args, sentence) => {
    const { code, said } = await plate(...args)
    expect(said).toContain(sentence)
    expect(code).toBe(2)
  })
})
