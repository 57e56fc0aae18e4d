import { beforeAll, expect, test } from 'vitest'
import { openPage, STILL } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from './seed.ts'

// What a phone shows while the scripts are on their way, and what it has asked for by then.

const testServer = await openTestServer({ worker: 'uploads' })
const { page, problems } = await openPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

/** Opens a page whose scripts wait, all but the one that runs before the first paint. The answer lets them come. */
async function openSlowly(path: string, visitor = page): Promise<() => Promise<void>> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await visitor.context().route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await visitor.evaluate((address) => location.assign(address), testServer.url + path)
  await visitor.waitForURL(testServer.url + path, { waitUntil: 'commit' })
  await visitor.locator(STILL).waitFor({ state: 'attached' })
  return async () => {
    release()
    await visitor.locator(STILL).waitFor({ state: 'detached' })
    await visitor.context().unrouteAll({ behavior: 'wait' })
  }
}

/** A card's picture, in the size a phone needs; and the script that everything begins with. */
const PICTURE = /\?side=\d+$/
const SCRIPT = /\/assets\/index-[^/]+\.js$/
/** As in first.js. */
const PATIENCE = 1_000

beforeAll(async () => {
  const user = await signUp(page, testServer, 'maya@example.com')
  const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
  await giveMockups(testServer, user, design, 'sunset-club-84123', 6)
})

test('before its scripts a page has its words and its pictures, and nothing that could be pressed in vain', async () => {
  const letScriptsCome = await openSlowly('/mockups')
  const still = page.locator(STILL)
  await still.locator('h1', { hasText: 'My Mockups' }).waitFor()
  await expect
    .poll(() =>
      still
        .locator('[data-picture] img')
        .evaluateAll((all) => all.filter((each) => (each as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(4)
  expect(await page.title()).toBe('My Mockups · Printroom')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')

  await letScriptsCome()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByText('Download Selected (6)').waitFor()
})

test('the scripts come when the pictures in sight are seen, and no picture comes twice', async () => {
  const patient = await page.context().newPage()
  // However slow the machine that tests: the second that scripts wait at most never ends here.
  await patient.addInitScript((patience) => {
    const after = window.setTimeout
    Object.assign(window, {
      setTimeout: (call: () => void, wait?: number) => (wait === patience ? 0 : after(call, wait)),
    })
  }, PATIENCE)
  const asked: string[] = []
  patient.on('request', (request) => void asked.push(request.url()))
  await patient.goto(`${testServer.url}/mockups`)
  await patient.getByRole('checkbox', { name: 'Select all' }).waitFor()
  await expect.poll(() => new Set(asked.filter((address) => PICTURE.test(address))).size).toBe(6)
  const pictures = asked.filter((address) => PICTURE.test(address))
  expect(
    asked
      .slice(
        0,
        asked.findIndex((address) => SCRIPT.test(address)),
      )
      .filter((address) => PICTURE.test(address)),
  ).toHaveLength(4)
  expect(new Set(pictures).size).toBe(pictures.length)
  await patient.close()
})

test('a picture that does not come does not keep the page away', async () => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(PICTURE, async (route) => {
    await released
    await route.continue()
  })
  await page.evaluate((address) => location.assign(address), `${testServer.url}/dashboard`)
  await page.locator(STILL).waitFor({ state: 'attached' })
  await page.locator(STILL).waitFor({ state: 'detached' })
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await expect
    .poll(() =>
      page
        .locator('main img')
        .first()
        .evaluate((picture) => (picture as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0)
  expect(problems).toEqual([])
})

test('what was asked before the scripts came is not asked again', async () => {
  for (const [path, procedures] of Object.entries({
    '/dashboard': ['user.get', 'user.overview'],
    '/generate': ['user.get', 'design.list'],
    '/mockups': ['user.get', 'mockup.folders'],
  })) {
    const asked: string[] = []
    const note = (request: { url(): string }): void => void asked.push(request.url())
    page.on('request', note)
    const letScriptsCome = await openSlowly(path)
    await letScriptsCome()
    await page.getByTestId('credits').waitFor()
    await page.locator('main img').first().waitFor()
    page.off('request', note)
    for (const procedure of procedures)
      expect(
        asked.filter((address) => address.includes(procedure)),
        procedure,
      ).toHaveLength(1)
  }
})

test('when the first answer fails the page asks for itself', async () => {
  await page.route('**/api/trpc/user.get,mockup.folders?**', (route) => route.fulfill({ status: 503, body: '' }), {
    times: 1,
  })
  await (
    await openSlowly('/mockups')
  )()
  await page.getByRole('checkbox', { name: 'Select all' }).waitFor()
  await page.getByTestId('credits').waitFor()
  expect(problems.splice(0).filter((problem) => !problem.includes('503'))).toEqual([])
})

test('a stranger is shown no page of the signed-in ones', async () => {
  const { page: stranger } = await openPage()
  await stranger.goto(`${testServer.url}/pricing`)
  const letScriptsCome = await openSlowly('/dashboard', stranger)
  const still = stranger.locator(STILL)
  await still.waitFor({ state: 'attached' })
  expect(await still.isVisible()).toBe(false)
  await letScriptsCome()
  await stranger.waitForURL(`${testServer.url}/login`)
})

test('whoever is signed in is not asked to sign in, and a collapsed sidebar stays so', async () => {
  const letPricingCome = await openSlowly('/pricing')
  await page.locator(`${STILL} h1`, { hasText: 'One credit, one mockup' }).waitFor()
  expect(await page.locator(`${STILL} [data-visitor] a`).first().isVisible()).toBe(false)
  await letPricingCome()

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${testServer.url}/dashboard`)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.locator('aside[data-state=collapsed]').waitFor()
  const letDashboardCome = await openSlowly('/dashboard')
  await page.locator(`${STILL} aside`).waitFor()
  expect((await page.locator(`${STILL} aside`).boundingBox())?.width).toBe(48)
  await letDashboardCome()
  expect(problems).toEqual([])
})
