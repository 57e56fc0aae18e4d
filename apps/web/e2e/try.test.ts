import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { hold, intercept, openPage } from './browser.ts'
import { drawDesign, drawDisc } from './patches.ts'
import { drawSun, setCredits } from './seed.ts'
import { openTestServer } from './test-server.ts'

// A visitor's own design on a product before there is an account, and how it comes to the account.

const testServer = await openTestServer({ worker: 'uploads', hasVerification: true })
const { url, db } = testServer
/** Lighthouse's slow 4G and slow processor: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
}
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }
const drawn = 'canvas[data-state=drawn]'
const DAY_MS = 24 * 60 * 60 * 1000

afterEach(() => expect(testServer.faults.splice(0)).toEqual([]))

const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
const firstFile = (page: Page) => page.getByLabel('Design file', { exact: true })
const otherFile = (page: Page) => page.getByLabel('Another design file')
const toast = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const waiting = (page: Page, words: string) => page.getByText(`Your mockup is waiting: ${words}`)
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue to your mockup' })

/** Opened, and React's: a file that is chosen before it listens is chosen for nobody. */
async function openTry(page: Page): Promise<void> {
  await page.goto(`${url}/try`)
  await page.locator('html:not([data-prerendered])').waitFor()
}

async function tryOn(page: Page, name: string, png: Buffer): Promise<void> {
  await openTry(page)
  await firstFile(page).setInputFiles(asFile(name, png))
  await page.locator(drawn).waitFor()
}

/** What this browser keeps of a trial: its words, and how many files. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const trial = localStorage.getItem('trial') !== null
    if (!(await indexedDB.databases()).some(({ name }) => name === 'printroom')) return { trial, files: 0 }
    const opened = indexedDB.open('printroom')
    await new Promise((done) => opened.addEventListener('success', done))
    const count = opened.result.transaction('trial').objectStore('trial').count()
    await new Promise((done) => count.addEventListener('success', done))
    opened.result.close()
    return { trial, files: count.result }
  })

async function signInByGoogle(page: Page, email: string): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ])
  await popup.getByLabel('Another account').fill(email)
  await popup.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${url}/dashboard`)
}

/** The wizard at its last step, with a design of this name. */
async function expectLastStep(page: Page, filename: string, words: string): Promise<void> {
  await page.getByText('Step 6 of 6').waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/generate')
  await page.getByRole('img', { name: `Preview: ${filename} on a ${words}` }).waitFor()
  await expect.poll(() => kept(page)).toEqual({ trial: false, files: 0 })
}

test('from the landing page a visitor sees an own design on the product, signs up by email, and finds everything there', async () => {
  const { page, problems } = await openPage({ ...PHONE, looksAhead: true })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'GET' || sent.push(request.url()))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const startedAt = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'try your own design' }).tap()
  await page.waitForURL(`${url}/try`)
  await page.locator('html:not([data-prerendered])').waitFor()
  await firstFile(page).setInputFiles(asFile('four patches.png', await drawDesign()))
  await page.locator(drawn).waitFor()
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`slow phone: ${seconds.toFixed(1)} s from the landing page to a preview of an own design`)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devtools.send('Network.emulateNetworkConditions', {
    ...SLOW_4G,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })

  await page.getByRole('radio', { name: 'Mug' }).click()
  await page.locator('[data-colour=mug-cobalt-blue]').click()
  await page.getByRole('radio', { name: /Lifestyle Use/ }).click()
  await page.getByRole('radio', { name: 'Office Desk' }).click()
  await page.getByRole('radio', { name: /^Small/ }).click()
  await page.reload()
  await page.getByRole('img', { name: 'Preview: four patches.png on a Cobalt Blue Mug' }).waitFor()
  await page.locator(drawn).waitFor()
  expect(sent).toEqual([])

  await page.getByRole('link', { name: 'Generate Mockup' }).click()
  await page.getByText('“four patches.png” on a Cobalt Blue Mug is kept here').waitFor()
  await page.getByLabel('Email').fill('maya@example.com')
  await page.keyboard.press('Enter')
  await page.getByLabel('Code', { exact: true }).waitFor()
  // The mailed link opens another tab of the same browser.
  const outbox = await page.context().newPage()
  await outbox.goto(`${testServer.sandbox}/outbox`)
  await outbox.getByRole('article').filter({ hasText: 'to maya@example.com' }).getByRole('link').first().click()
  await outbox.waitForURL(`${url}/dashboard`)
  await waiting(outbox, '“four patches.png” on a Cobalt Blue Mug').waitFor()
  await outbox.close()
  await page.waitForURL(`${url}/dashboard`)
  expect(await db.upload.count()).toBe(0)
  await goOn(page).click()
  await expectLastStep(page, 'four patches.png', 'Cobalt Blue Mug')
  const summary = page.getByRole('main')
  for (const words of ['Lifestyle Use', 'Office Desk', 'Small']) await summary.getByText(words).first().waitFor()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click({ trial: true })
  const user = await db.user.findUniqueOrThrow({ where: { email: 'maya@example.com' } })
  const designs = await db.design.findMany({ where: { userId: user.id } })
  expect(designs).toMatchObject([{ filename: 'four patches.png', fileSize: (await drawDesign()).length }])
  // What was shown before it was uploaded came from the browser's own copy; now it is the account's.
  await page.reload()
  await page.getByText('Step 6 of 6').waitFor()
  expect(problems).toEqual([])
})

test('files that are no designs are refused with a sentence, and what is a day old is gone', async () => {
  const { page } = await openPage()
  await openTry(page)
  const jpeg = await sharp(await drawSun())
    .flatten()
    .jpeg()
    .toBuffer()
  await firstFile(page).setInputFiles(asFile('renamed.png', jpeg))
  await toast(page).filter({ hasText: 'Only PNG files are allowed' }).waitFor()
  const cut = (await drawSun()).subarray(0, 400)
  await firstFile(page).setInputFiles(asFile('cut short.png', cut))
  await toast(page).filter({ hasText: 'This PNG could not be read. It may be damaged or cut short.' }).waitFor()
  await firstFile(page).setInputFiles(asFile('huge.png', Buffer.alloc(10 * 1024 * 1024)))
  await toast(page).filter({ hasText: 'File size must be less than 10MB' }).waitFor()
  await expect.poll(() => kept(page)).toEqual({ trial: false, files: 0 })

  await tryOn(page, 'sunset.png', await drawSun())
  await expect.poll(() => kept(page)).toEqual({ trial: true, files: 1 })
  await page.evaluate((day) => {
    const trial = JSON.parse(localStorage.getItem('trial') ?? '') as { keptAt: number }
    localStorage.setItem('trial', JSON.stringify({ ...trial, keptAt: trial.keptAt - day }))
  }, DAY_MS)
  await page.reload()
  await page.getByText('Drop your PNG here').waitFor()
  await expect.poll(() => kept(page)).toEqual({ trial: false, files: 0 })
})

test('what is wrong with a print is told and mended before there is an account, and nothing of it is sent', async () => {
  const { page, problems } = await openPage()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'GET' || sent.push(request.url()))
  const checks = page.getByRole('region', { name: 'Before you spend a credit' }).filter({ visible: true })
  const preview = (words: string) => page.getByRole('img', { name: `Preview: ${words}` }).waitFor()
  await tryOn(page, 'cut out.png', await drawDisc('#b3202c', 'stroke="#fbfbfb" stroke-width="6"'))
  await checks.getByText(/^A light edge around the ink shows on Navy/).waitFor()
  await checks.getByRole('button', { name: 'Make a cleaned copy' }).press('Enter')
  await preview('cut out (cleaned).png on a Navy T-Shirt')
  await checks.waitFor({ state: 'detached' })
  await expect.poll(() => kept(page)).toEqual({ trial: true, files: 1 })
  await page.reload()
  await preview('cut out (cleaned).png on a Navy T-Shirt')

  await otherFile(page).setInputFiles(asFile('night.png', await drawDisc('#0a0a0c')))
  await page.locator('[data-colour=black]').click()
  const use = checks.getByRole('button', { name: /^Use .+ instead$/ })
  const colour = /^Use (.+) instead$/.exec((await use.textContent()) ?? '')?.[1] ?? 'none'
  await use.click()
  await preview(`night.png on a ${colour} T-Shirt`)
  await checks.waitFor({ state: 'detached' })

  // A phone has the lines below the choices.
  await page.setViewportSize({ width: 390, height: 844 })
  const coarse = await sharp(await drawDisc('#e8e0d0'))
    .resize(300)
    .png()
    .toBuffer()
  await otherFile(page).setInputFiles(asFile('small.png', coarse))
  await checks.getByText(/^Blurred in print: \d+ DPI at this size/).waitFor()
  await checks.getByRole('button', { name: /^Hide: Blurred/ }).click()
  await checks.waitFor({ state: 'detached' })
  expect(sent).toEqual([])
  expect(problems).toEqual([])
})

test('refused by the server, asked for in two tabs, cut off in the middle: nothing is lost, and nothing uploaded twice', async () => {
  const { page } = await openPage()
  // A browser passes over what is wrong beside the pixels; the worker does not.
  const broken = await sharp(await drawSun())
    .withExif({ IFD0: { Copyright: 'Maya' } })
    .png()
    .toBuffer()
  const exif = broken.indexOf('eXIf')
  broken[exif + 8]! ^= 0xff
  await tryOn(page, 'broken.png', broken)
  await page.getByRole('link', { name: 'Generate Mockup' }).click()
  await signInByGoogle(page, 'noor@gmail.com')
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { email: 'noor@gmail.com' } })
  const uploaded = async () => (await db.design.findMany({ where: { userId } })).map(({ filename }) => filename)
  await goOn(page).click()
  await page.getByText('This PNG could not be read. It may be damaged or cut short.').waitFor()
  await expect.poll(() => kept(page)).toEqual({ trial: true, files: 1 })
  await page.getByRole('link', { name: 'Choose a PNG' }).click()
  await otherFile(page).setInputFiles(asFile('sunset.png', await drawSun()))
  await page.getByRole('img', { name: 'Preview: sunset.png on a Navy T-Shirt' }).waitFor()

  // The print is put where it is wanted before there is a design of the account's.
  await page.getByRole('radio', { name: 'Left chest' }).click()
  await page.getByText('4 in wide at 10.5, 2.5 in').waitFor()
  await page.getByRole('button', { name: 'Adjust on the product' }).click()
  await page.getByRole('button', { name: /^Print on the T-Shirt/ }).press('ArrowLeft')
  await page.getByRole('paragraph').filter({ hasText: '4 in wide at 10.4, 2.5 in' }).waitFor()

  // The same account in another tab, while this one's upload is held up.
  const other = await page.context().newPage()
  await other.goto(`${url}/dashboard`)
  await waiting(other, '“sunset.png” on a Navy T-Shirt').waitFor()
  const release = await hold(page, '**/api/designs')
  await page.getByRole('button', { name: 'Generate Mockup' }).click()
  await page
    .getByText('Starting upload...')
    .or(page.getByText('Processing image...'))
    .or(page.getByText(/Uploading/))
    .waitFor()
  await goOn(other).click()
  await other.getByText('This design is being uploaded in another tab.').waitFor()
  release()
  await expectLastStep(page, 'sunset.png', 'Navy T-Shirt')
  await waiting(other, '“sunset.png” on a Navy T-Shirt').waitFor({ state: 'detached' })
  expect(await uploaded()).toEqual(['sunset.png'])
  await page.getByRole('main').getByText('4 in wide at 10.4, 2.5 in').waitFor()
  await page.unrouteAll()

  // What another tab chooses is what waits, and this one says so.
  await tryOn(page, 'first.png', await drawSun(1))
  await other.goto(`${url}/try`)
  await otherFile(other).setInputFiles(asFile('second.png', await drawSun(2)))
  await page.getByRole('img', { name: 'Preview: second.png on a Navy T-Shirt' }).waitFor()
  await toast(page).filter({ hasText: '“second.png” was chosen in another tab' }).waitFor()

  // The answer does not come back: the design is found, not sent again. And without credits the wizard says so.
  await setCredits(testServer, userId, 0)
  await intercept(page, '**/api/designs', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.goto(`${url}/dashboard`)
  await goOn(page).click()
  await page.getByText('Upload failed. Nothing is lost: the file is kept in this browser.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectLastStep(page, 'second.png', 'Navy T-Shirt')
  await page.getByText('Out of Credits').first().waitFor()
  expect((await uploaded()).toSorted()).toEqual(['second.png', 'sunset.png'])
  await page.unrouteAll()

  // What one person tried on is not offered to the next.
  await tryOn(page, 'third.png', await drawSun())
  await page.goto(`${url}/dashboard`)
  await waiting(page, '“third.png” on a Navy T-Shirt').waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${url}/login`)
  await expect.poll(() => kept(page)).toEqual({ trial: false, files: 0 })
})
