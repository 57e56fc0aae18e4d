import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from '../src/env.mjs'
import { launch as launchBrowser } from '../src/rehearsal/browser.ts'
import { drawDesign } from '../src/rehearsal/design.ts'
import { copySources } from './copied-sources.ts'
import { endAllOn, launch, temporaryDataDir } from './launch.ts'

// A made-up product is one more folder, and nothing else is touched: a cap, which looks like a mug for want of a plate.

const dataDir = temporaryDataDir()
const checkout = copySources()
const folder = join(checkout, 'packages/products/cap')
const platesDir = join(checkout, 'small-plates')
afterAll(async () => {
  await endAllOn(dataDir)
  for (const each of [dataDir, checkout]) rmSync(each, { recursive: true, force: true })
})

const LIME = '#C0FF00'
const STYLE = { id: 'studio-product', asksGender: false, backgrounds: ['white-studio', 'neutral-gray'] }
/** What the mug's plate shows besides, under a name of the cap's own. */
const AROUND = {
  id: 'wrap',
  name: 'All round',
  inSentence: 'the whole cap',
  print: { maxWidthIn: 8.5, maxHeightIn: 3.3, sizesIn: { small: 4, medium: 6.5, large: 8.5 } },
  placing: { anchor: 'middle', places: [] },
  sizeNotes: { small: '4 inches wide', medium: '6.5 inches wide', large: '8.5 inches wide' },
}
const PRODUCT = {
  name: 'Cap',
  plural: 'caps',
  position: 6,
  baseModels: [],
  styles: [STYLE],
  material: 'glaze',
  blankColour: 'cap-lime',
  print: { maxWidthIn: 4, maxHeightIn: 3, sizesIn: { small: 2, medium: 3, large: 3.5 } },
  placing: { anchor: 'middle', places: [{ id: 'center', name: 'Center', left: 1, top: 0.5, width: 2, height: 2 }] },
  sizeNotes: { small: '2 inches wide', medium: '3 inches wide', large: '3.5 inches wide' },
  sides: [AROUND],
}
/** For a page or a picture on a machine that does much else. */
const WAITS_MS = 240_000

function writeCap(): void {
  const write = (name: string, content: object | string) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  mkdirSync(folder)
  write('product.json', PRODUCT)
  write('colours.json', {
    own: [{ value: 'cap-lime', label: 'Lime', hex: LIME }],
    offered: { cap: ['navy', 'cap-lime'] },
  })
  write(
    'outline.svg',
    '<svg><path class="outline" d="M40 120C40 40 160 40 160 120Z"/><line class="print middle" x1="80" y1="95" x2="120" y2="95"/></svg>',
  )
  cpSync(join(ROOT, 'packages/products/mug/plates/studio-1'), join(folder, 'plates/studio-1'), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(folder, 'plates/studio-1/plate.json'), 'utf8')) as { print: object }
  write('plates/studio-1/plate.json', {
    ...manifest,
    product: 'cap',
    print: { ...manifest.print, ...PRODUCT.print },
    serves: [{ style: STYLE.id, baseModels: [], backgrounds: STYLE.backgrounds, genders: [] }],
  })
}

/** A script of a package of the checkout. */
const run = (name: string, ...args: string[]) =>
  execFileSync(process.execPath, ['--import', 'tsx', ...args], { cwd: join(checkout, 'packages', name) })

test(
  'a product that is one more folder is in the catalogue, REST, prompt, wizard, live preview and contact sheet',
  { timeout: 900_000 },
  async () => {
    writeCap()
    run('products', 'src/write-registry.ts')
    run('imaging', 'src/build.ts')
    cpSync(join(ROOT, 'packages/imaging/dist/plates'), platesDir, { recursive: true })
    const dev = launch(dataDir, { PLATES_DIR: platesDir }, ['--dev', '--no-build'], checkout)
    const address = await dev.address()

    const browser = await launchBrowser(['--no-sandbox'])
    try {
      const page = await browser.newPage({ baseURL: address })
      page.setDefaultTimeout(WAITS_MS)
      await page.goto('/register', { timeout: WAITS_MS })
      await page.getByLabel('Email').fill('maya@example.com')
      await page.getByRole('button', { name: 'Create Account' }).click()
      await page.waitForURL(`${address}/dashboard`)

      const headers = { origin: address, 'x-debug-mode': 'true' }
      const post = (path: string, data: object) =>
        page.request.post(path, { headers, data, timeout: WAITS_MS, failOnStatusCode: false })
      const design = { name: 'design.png', mimeType: 'image/png', buffer: await drawDesign(0) }
      const uploaded = await page.request.post('/api/designs', { headers, multipart: { design }, timeout: WAITS_MS })
      const { id: designId } = (await uploaded.json()) as { id: string }
      const order = {
        design_id: designId,
        product: 'cap',
        colour: 'cap-lime',
        model_style: STYLE.id,
        background: 'white-studio',
        design_size: 'medium',
      }
      const refused = await post('/api/generate-mockup', { ...order, colour: 'mug-white' })
      expect([refused.status(), await refused.text()]).toEqual([400, expect.stringContaining('colour')])
      const noBack = await post('/api/generate-mockup', { ...order, side: 'back' })
      expect([noBack.status(), await noBack.text()]).toEqual([400, expect.stringContaining('it has front or wrap')])
      const around = await post('/api/generate-mockup', { ...order, side: 'wrap' })
      expect(await around.json()).toMatchObject({
        side: 'wrap',
        _debug: { prompt: expect.stringContaining('on the whole cap') },
      })
      const answer = await post('/api/generate-mockup', order)
      expect(answer.status()).toBe(200)
      const made = (await answer.json()) as { file_url: string }
      expect(made).toMatchObject({ product: 'cap', _debug: { prompt: expect.stringContaining('a Cap in Lime') } })
      const picture = await (await page.request.get(made.file_url)).body()
      expect((await sharp(picture).metadata()).width).toBe(2048)
      expect(await shareOfLime(picture)).toBeGreaterThan(0.1)

      await page.goto(`/generate?designId=${designId}`, { timeout: WAITS_MS })
      await page.getByRole('radio', { name: 'Cap' }).click()
      await page.locator('canvas[data-state=drawn]').waitFor()
      await page.getByText('Shown as Studio Product, White Studio until you choose').waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.locator('[data-colour=cap-lime]').click()
      expect(
        await page.locator('[data-colour]').evaluateAll((all) => all.map((each) => each.dataset['colour'])),
      ).toEqual(['navy', 'cap-lime'])
    } finally {
      await browser.close()
    }

    const sheet = join(checkout, 'sheet.png')
    run('imaging', 'bench/contact-sheet.ts', sheet, '160', 'cap/')
    expect(await sharp(sheet).metadata()).toMatchObject({ width: 1600, height: 160 })
  },
)

/** How much of a picture is of the cap's own colour. */
async function shareOfLime(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture).resize(64, 64).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const isLime = (at: number) => data[at + 1]! > data[at]! && data[at]! > 1.5 * data[at + 2]!
  return Array.from({ length: 64 * 64 }, (_, pixel) => isLime(3 * pixel)).filter(Boolean).length / (64 * 64)
}
