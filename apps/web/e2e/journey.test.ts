import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawDesign, lookAt, type Patch } from './patches.ts'
import { readZip } from './zip.ts'

const { url, faults } = await openTestServer()
const { page, problems } = await openPage({ looksAhead: true })

/** Two cores that others use too: a picture takes seconds, its first one the loading of the plates besides. */
const GENERATION_MS = 90_000

const choose = (name: string | RegExp) => page.getByRole('radio', { name }).click()
const next = () => page.getByRole('button', { name: 'Next' }).click()

async function generate(
  product: string,
  model: string | null,
  colour: string,
  style: RegExp,
  background: string,
): Promise<void> {
  await page.goto(`${url}/designs`)
  await page.getByRole('link', { name: 'Generate', exact: true }).and(page.locator('[href*=designId]')).click()
  await page.getByText('Step 2 of 6').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await choose(product)
  if (model) await choose(model)
  await next()
  await page.locator(`[data-colour=${colour}]`).click()
  await choose(style)
  await next()
  await choose(background)
  await next()
  await next()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await arriveAtMockups()
}

/** A refusal is told as soon as its toast is there, with what the processes logged of it. */
async function arriveAtMockups(): Promise<void> {
  const toast = page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: /fail|error/i })
  const refused = toast
    .textContent({ timeout: GENERATION_MS })
    .then((text) => Promise.reject(new Error([text, ...faults].join('\n'))))
  await Promise.race([page.waitForURL(`${url}/mockups`, { timeout: GENERATION_MS }), refused])
}

async function download(page: Page): Promise<Map<string, Buffer>> {
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Selected (2)' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('mockups.zip')
  return readZip(await readFile(await saved.path()))
}

test(
  'a seller registers, uploads a design, makes a t-shirt and a mug of it and downloads both',
  { timeout: 240_000 },
  async () => {
    await page.goto(url)
    await page.getByRole('link', { name: 'Get Started Free' }).click()
    await page.getByLabel('Email').fill('maya@example.com')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.waitForURL(`${url}/dashboard`)
    await page.getByText('Account created successfully! Welcome to the product.').first().waitFor()
    await page.getByText('10 credits').waitFor()

    await page.getByRole('link', { name: 'Upload New Design' }).click()
    await page.getByText('No designs yet').waitFor()
    await page.getByRole('button', { name: 'Upload Your First Design' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'four patches.png', mimeType: 'image/png', buffer: await drawDesign() })
    await page.getByText('Complete!').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('img', { name: 'four patches.png' }).waitFor()

    await generate('T-Shirt', 'Gildan 64000', 'navy', /Flat Lay/, 'Wood Texture')
    await page.getByRole('img', { name: 'four patches on a Navy T-Shirt, Flat Lay' }).waitFor()
    await generate('Mug', null, 'mug-white', /Studio Product/, 'Neutral Gray')
    await page.getByRole('img', { name: /on a White Mug/ }).waitFor()
    await page
      .getByRole('heading', { name: /four patches/ })
      .getByText('2')
      .waitFor()
    await page.getByText('8 credits').waitFor()

    const files = await download(page)
    const pictureOf = (product: string): Buffer => {
      const [, picture] = [...files].find(([name]) => name.includes(`-${product}-`)) ?? []
      if (!picture) throw new Error(`No ${product} in the zip: ${[...files.keys()].join(', ')}`)
      return picture
    }
    expect(files.size).toBe(2)

    const shirt = await expectDesignIn(pictureOf('t-shirt'))
    const cloth = shirt.around.filter(([r, , b]) => b > r * 1.1 && b < 130)
    expect(cloth.length / shirt.around.length, 'navy around the print').toBeGreaterThan(0.9)

    const mug = await expectDesignIn(pictureOf('mug'))
    const glaze = mug.around.filter(
      ([r, g, b]) => Math.min(r, g, b) > 120 && Math.max(r, g, b) - Math.min(r, g, b) < 30,
    )
    expect(glaze.length / mug.around.length, 'white around the print').toBeGreaterThan(0.9)

    expect(problems).toEqual([])
    expect(faults).toEqual([])
  },
)

/** The four patches stand where the design has them, and big enough to be the print and no chance. */
async function expectDesignIn(picture: Buffer) {
  const { find, ring } = await lookAt(picture)
  const [red, yellow, green, magenta] = (['red', 'yellow', 'green', 'magenta'] satisfies Patch[]).map(find) as [
    Found,
    Found,
    Found,
    Found,
  ]
  for (const patch of [red, yellow, green, magenta]) expect(patch.share).toBeGreaterThan(0.005)
  expect(red.x).toBeLessThan(yellow.x)
  expect(green.x).toBeLessThan(magenta.x)
  expect(red.y).toBeLessThan(green.y)
  expect(yellow.y).toBeLessThan(magenta.y)
  const x = (red.x + yellow.x + green.x + magenta.x) / 4
  const y = (red.y + yellow.y + green.y + magenta.y) / 4
  const patchWidth = (yellow.x - red.x + (magenta.x - green.x)) / 2
  return { around: ring(x, y, patchWidth * 1.25) }
}

type Found = ReturnType<Awaited<ReturnType<typeof lookAt>>['find']>
