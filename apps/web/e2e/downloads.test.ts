import { readFile } from 'node:fs/promises'
import type { MockupWire } from '@printroom/contract/wire'
import type { Download } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, setCredits, signUp, uploadDesign } from './seed.ts'
import { findFaults, setTheme, shoot, THEMES } from './viewing.ts'
import { readZip } from './zip.ts'

// The image model's engine, with the real worker, against the sandbox: what the guard finds is on the card, and what it
// did not find good enough is the studio's own picture, which can be had in every shape.

const testServer = await openTestServer({ hasSandbox: true, settings: { ENGINE: 'replicate' } })
const { url } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
await setCredits(testServer, user.id, 5)
const dialog = page.getByRole('dialog')
const WAIT_MS = 240_000

async function make(more: object, ...behaviours: string[]): Promise<MockupWire> {
  await fetch(`${testServer.sandbox}/replicate/sandbox/next`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviours),
  })
  const order = {
    design_id: design.id,
    product: 'mug',
    product_model: null,
    colour: 'mug-white',
    model_style: 'studio-product',
    background: 'off-white',
    model_gender: null,
    design_size: 'medium',
    ...more,
  }
  const answer = await page.request.post(`${url}/api/generate-mockup`, {
    headers: { origin: url },
    data: order,
    timeout: WAIT_MS,
  })
  return (await answer.json()) as MockupWire
}

let models: MockupWire
let studios: MockupWire
beforeAll(async () => {
  models = await make({}, 'good')
  studios = await make({ colour: 'mug-yellow' }, 'wrong-garment', 'wrong-garment', 'wrong-garment')
}, 2 * WAIT_MS)

afterEach(() => {
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())
const openDetail = async ({ colour }: MockupWire) => {
  await page.goto(`${url}/mockups`)
  await page
    .getByRole('button', { name: new RegExp(`^Open .*${colour === 'mug-yellow' ? 'Yellow' : 'White'} Mug`) })
    .click()
  await dialog.getByRole('link', { name: 'Download' }).waitFor()
}

test('the guard’s score and path are on the cards and in the details', { timeout: WAIT_MS }, async () => {
  expect([models.print_path, studios.print_path]).toEqual(['model', 'studio'])
  await page.goto(`${url}/mockups`)
  await page.getByText(`Print fidelity ${models.print_fidelity} %`, { exact: true }).waitFor()
  await page.getByText(`Print fidelity ${studios.print_fidelity} %, our studio’s picture`).waitFor()
  for (const width of [1440, 390])
    for (const theme of THEMES) {
      await page.setViewportSize({ width, height: 900 })
      await setTheme(page, theme)
      await shoot(page, 'Print fidelity', width, theme)
    }
  await openDetail(studios)
  await dialog.getByText('Our studio: the image model did not keep your print').waitFor()
})

test(
  'one picture is saved for a shop, in the file that was chosen, and the choice is remembered',
  { timeout: WAIT_MS },
  async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openDetail(studios)
    // A JPEG, which is what there was before, cannot be transparent.
    await dialog.getByLabel('Made for').selectOption('cutout')
    await expect.poll(() => dialog.getByLabel('File format').inputValue()).toBe('png')
    await expect.poll(() => dialog.getByLabel('File format').locator('option[value=jpeg]').isDisabled()).toBe(true)
    await dialog.getByText('The product alone, without person, ground or shadow.').waitFor()
    await dialog.getByLabel('Made for').selectOption('layers')
    await expect.poll(() => dialog.getByLabel('File format').inputValue()).toBe('psd')
    await dialog.getByText('For your own editing: the blank product').waitFor()
    const [layered] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(layered.suggestedFilename()).toBe('sunset-club-yellow-mug-studio-product-off-white-02-layers.psd')
    expect((await bytesOf(layered)).subarray(0, 4).toString()).toBe('8BPS')
    await dialog.getByLabel('Made for').selectOption('etsy')
    await dialog.getByLabel('File format').selectOption('webp')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('sunset-club-yellow-mug-studio-product-off-white-02-etsy.webp')
    expect(await sharp(await bytesOf(saved)).metadata()).toMatchObject({ format: 'webp', width: 2000, height: 1500 })

    await page.reload()
    await openDetail(models)
    expect([
      await dialog.getByLabel('Made for').inputValue(),
      await dialog.getByLabel('File format').inputValue(),
    ]).toEqual(['etsy', 'webp'])
    await dialog.getByText('its edges are carried on').waitFor()
    await expect.poll(() => dialog.getByLabel('Made for').locator('option[value=amazon]').isDisabled()).toBe(true)
    const faults: string[] = []
    for (const width of [1440, 390])
      for (const theme of THEMES) {
        await page.setViewportSize({ width, height: 900 })
        await setTheme(page, theme)
        faults.push(...(await findFaults(page, `the choice at ${width}, ${theme}`)))
        await shoot(page, 'Download choice', width, theme)
      }
    expect(faults).toEqual([])
  },
)

test('a selection is saved for a shop; what cannot be had so is said', { timeout: WAIT_MS }, async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/mockups`)
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
  await page.getByLabel('Made for').selectOption('amazon')
  const button = page.getByRole('button', { name: 'Download Selected (2)' })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.getByText('1 of 2 does not fit; the zip holds the rest.').waitFor()
  }
  await page.getByText('1 of 2 does not fit; the zip holds the rest.').click()
  await page
    .getByRole('listitem')
    .filter({ hasText: /White Mug, Studio Product: Amazon wants pure white/ })
    .waitFor()
  const [fitting] = await Promise.all([page.waitForEvent('download', { timeout: WAIT_MS }), button.click()])
  const white = readZip(await bytesOf(fitting))
  expect([...white.keys()].map((name) => name.split('/').at(-1))).toEqual([
    expect.stringMatching(/-studio-product-off-white-02-amazon\.\w+$/),
    'left-out.txt',
  ])
  expect(String(white.get('left-out.txt'))).toContain('Amazon wants pure white')
  await page.getByLabel('Made for').selectOption('instagram')
  await page.getByLabel('File format').selectOption('jpeg')
  const [saved] = await Promise.all([page.waitForEvent('download', { timeout: WAIT_MS }), button.click()])
  const files = readZip(await bytesOf(saved))
  expect([...files.keys()].map((name) => name.split('/').at(-1))).toEqual([
    'sunset-club-white-mug-studio-product-off-white-01-instagram.jpg',
    'sunset-club-yellow-mug-studio-product-off-white-02-instagram.jpg',
    'about-these-pictures.txt',
  ])
  for (const theme of THEMES)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await setTheme(page, theme)
      await shoot(page, 'Download selection', width, theme)
    }
})
