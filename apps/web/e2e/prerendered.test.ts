import { afterEach, beforeAll, expect, test } from 'vitest'
import { hold, intercept, openPage, untilQuiet } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from './seed.ts'

// What a phone shows while the scripts are on their way, and what it has asked for by then.

const testServer = await openTestServer({ worker: 'uploads' })
const { page, problems } = await openPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

/** There until the page is React's. */
const WAITING = 'html[data-prerendered]'

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
  await visitor.locator(WAITING).waitFor({ state: 'attached' })
  return async () => {
    release()
    await visitor.locator(WAITING).waitFor({ state: 'detached' })
  }
}

/** A card's picture, in the size a phone needs; and the script that everything begins with. */
const PICTURE = /\?side=\d+$/
const SCRIPT = /\/assets\/index-[^/]+\.js$/
/** As in first.js. */
const PATIENCE = 1_000

// Not while a page asks for things: a request that is on its way when nobody listens any more may never be answered.
afterEach(async () => {
  await untilQuiet(page)
  await page.context().unrouteAll({ behavior: 'wait' })
})

beforeAll(async () => {
  const user = await signUp(page, testServer, 'maya@example.com')
  const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
  await giveMockups(testServer, user, design, 'sunset-club-84123', 6)
})

test('each path serves its own page, and those that depend on who asks none', async () => {
  const prerendered = {
    '/': 'Your design, photographed on the product',
    '/pricing': 'One credit, one mockup',
    '/try': 'Try your own design',
    '/login': 'Welcome Back',
    '/register': 'Create',
    '/dashboard': 'Dashboard',
    '/designs': 'Designs',
    '/generate': 'Generate',
    '/mockups': 'My Mockups',
  }
  for (const [path, heading] of Object.entries(prerendered)) {
    const html = await (await page.request.get(testServer.url + path)).text()
    expect(html, path).toContain(`<html data-path="${path}" data-group="`)
    expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1], path).toContain(heading)
    expect(html, path).not.toContain('maya@example.com')
  }
  for (const path of ['/account', '/examples', '/no-such-page'])
    expect(await (await page.request.get(testServer.url + path)).text(), path).toContain('<div id="root"></div>')
})

test('before its scripts a page has its words and its pictures, and what is pressed is done when they are there', async () => {
  const letScriptsCome = await openSlowly('/mockups')
  await page.locator('h1', { hasText: 'My Mockups' }).waitFor()
  await expect
    .poll(() =>
      page
        .locator('[data-picture] img')
        .evaluateAll((all) => all.filter((each) => (each as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(4)
  await expect.poll(() => page.title()).toBe('My Mockups · Printroom')
  await page.getByRole('button', { name: 'Toggle sidebar' }).tap()

  await letScriptsCome()
  await page.getByRole('dialog', { name: 'Navigation' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByText('Download Selected (6)').waitFor()
})

test('what is typed and sent before the scripts is neither lost nor put into the address', async () => {
  const { page: stranger, problems: faults } = await openPage()
  await stranger.goto(`${testServer.url}/pricing`)
  const letPricingCome = await openSlowly('/pricing', stranger)
  await stranger
    .getByRole('link', { name: /^Choose / })
    .first()
    .click()
  expect(new URL(stranger.url()).pathname).toBe('/pricing')
  await letPricingCome()
  await stranger.waitForURL(`${testServer.url}/login`)
  await expect.poll(() => stranger.evaluate(() => localStorage.getItem('chosen-plan'))).not.toBeNull()

  const letLoginCome = await openSlowly('/register', stranger)
  await stranger.getByLabel('Email').fill('early@example.com')
  await stranger.keyboard.press('Enter')
  expect(stranger.url()).toBe(`${testServer.url}/register`)
  await letLoginCome()
  // Where whoever chose a plan is offered it.
  await stranger.waitForURL(/\/dashboard/)
  await stranger.getByText(/^You chose /).waitFor()
  expect(faults).toEqual([])
})

test('a seller’s own offers can be pressed when they are there, and nothing before is pressed in vain', async () => {
  const letScriptsCome = await openSlowly('/pricing')
  const offers = page.locator('main').getByRole('button', { name: /^Choose / })
  await offers.first().waitFor()
  await expect
    .poll(() => offers.evaluateAll((all) => all.map((each) => (each as HTMLButtonElement).disabled)))
    .toEqual([true, true, true])
  await expect
    .poll(() =>
      page
        .locator('main')
        .getByRole('link', { name: /^Choose / })
        .count(),
    )
    .toBe(0)
  await letScriptsCome()
  await offers.first().click({ trial: true })
})

test.each(['/', '/pricing', '/dashboard', '/generate', '/mockups'])(
  'on a slow phone the first button of %s works when it is pressed as soon as it is seen',
  async (path) => {
    const phone = await page.context().newPage()
    await (await page.context().newCDPSession(phone)).send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await phone.goto(testServer.url + path, { waitUntil: 'commit' })
    const button = phone.locator('#root button:visible').first()
    const name = await button.getAttribute('aria-label')
    await button.tap()
    if (name === 'Toggle sidebar') await phone.getByRole('dialog', { name: 'Navigation' }).waitFor()
    else await phone.getByRole('button', { name: 'Switch to light theme' }).waitFor()
    await phone.evaluate(() => localStorage.removeItem('theme'))
    await phone.close()
  },
)

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
  const release = await hold(page, PICTURE)
  await page.evaluate((address) => location.assign(address), `${testServer.url}/dashboard`)
  await page.locator(WAITING).waitFor({ state: 'attached' })
  await page.locator(WAITING).waitFor({ state: 'detached' })
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
  await intercept(page, '**/api/trpc/user.get,mockup.folders?**', (route) => route.fulfill({ status: 503, body: '' }), {
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
  const heading = stranger.locator('h1', { hasText: 'Dashboard' })
  await heading.waitFor({ state: 'attached' })
  expect(await heading.isVisible()).toBe(false)
  await letScriptsCome()
  await stranger.waitForURL(`${testServer.url}/login`)
})

test('whoever is signed in is not asked to sign in, and a collapsed sidebar stays so', async () => {
  const letPricingCome = await openSlowly('/pricing')
  await page.locator('h1', { hasText: 'One credit, one mockup' }).waitFor()
  expect(await page.locator('[data-for=visitor] a').first().isVisible()).toBe(false)
  await letPricingCome()

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(testServer.url)
  await page.getByRole('banner').getByText('maya@example.com').waitFor()
  await page.goto(`${testServer.url}/dashboard`)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.locator('aside[data-state=collapsed]').waitFor()
  const letDashboardCome = await openSlowly('/dashboard')
  await page.locator('aside').waitFor()
  expect((await page.locator('aside').boundingBox())?.width).toBe(48)
  await letDashboardCome()
  expect(problems).toEqual([])
})
