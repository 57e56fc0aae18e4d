import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { setCredits, signUp } from './seed.ts'

const testServer = await openTestServer({ worker: 'none' })
const { url } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const toasts = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
const focused = () => page.evaluate(() => document.activeElement?.textContent)

afterEach(() => expect(problems.splice(0)).toEqual([]))

test('the sidebar is 16rem wide, 3rem as icons and 18rem as a sheet below 768 pixels; B with Ctrl or Meta moves it', async () => {
  await page.goto(`${url}/dashboard`)
  const sidebar = page.locator('aside')
  const widthOf = async () => (await sidebar.boundingBox())?.width
  await expect.poll(widthOf).toBe(256)
  await page.getByTestId('credits').waitFor()
  await page.keyboard.press('Control+b')
  await page.locator('aside[data-state=collapsed]').waitFor()
  await expect.poll(widthOf).toBe(48)
  await sidebar.getByRole('link', { name: 'My Mockups', exact: true }).hover()
  await page.getByRole('tooltip', { name: 'My Mockups' }).waitFor()
  await page.keyboard.press('Meta+b')
  await page.locator('aside[data-state=expanded]').waitFor()

  await page.setViewportSize({ width: 767, height: 900 })
  await sidebar.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+b')
  const sheet = page.getByRole('dialog', { name: 'Navigation' })
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(288)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 768, height: 900 })
  await sidebar.waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('its state is kept in a cookie for 7 days', async () => {
  await page.goto(`${url}/dashboard`)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.locator('aside[data-state=collapsed]').waitFor()
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state')
  expect(cookie?.value).toBe('false')
  expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(7, 1)
  await page.reload()
  await page.locator('aside[data-state=collapsed]').waitFor()
  await page.keyboard.press('Control+b')
})

test.each([
  [4, 'destructive', '4 credits'],
  [5, 'secondary', '5 credits'],
  [1, 'destructive', '1 credit'],
  [1234, 'secondary', '1,234 credits'],
])('with %i credits the badge is %s', async (credits, variant, words) => {
  await setCredits(testServer, user.id, credits)
  await page.goto(`${url}/dashboard`)
  const badge = page.getByTestId('credits')
  await expect.poll(() => badge.textContent()).toBe(words)
  await expect.poll(() => badge.getAttribute('data-variant')).toBe(variant)
})

test('Buy Credits leads to the plans, and the page behind each entry says its name in the tab', async () => {
  await page.goto(`${url}/dashboard`)
  // Before React comes a link loads its page whole, and the focus starts where a browser puts it.
  await page.waitForFunction(() => document.documentElement.dataset.prerendered === undefined)
  for (const [entry, heading] of [
    ['Designs', 'Designs'],
    ['My Scenes', 'My Scenes'],
    ['Generate', 'Generate'],
    ['Batches', 'Batches'],
    ['My Mockups', 'My Mockups'],
    ['Account', 'Account Settings'],
    ['Dashboard', 'Dashboard'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry, exact: true }).click()
    await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
    await page.waitForFunction((title) => document.title === title, `${entry} · Printroom`)
    // The keyboard starts at the new page's heading.
    await expect.poll(focused).toBe(heading)
  }
  await page.getByRole('link', { name: 'Buy Credits' }).click()
  await page.waitForURL(`${url}/pricing`)
  await page.waitForFunction(() => document.title === 'Pricing · Printroom')
  for (const icon of ['/favicon.svg', '/apple-touch-icon.png'])
    expect((await page.request.get(url + icon)).status()).toBe(200)
})

test('the first stop of the Tab key leads past the navigation, and focus is seen', async () => {
  await page.goto(`${url}/designs`)
  await page.getByText('No designs yet').waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => focused()).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect.poll(() => focused()).toContain('Upload Your First Design')
  await expect
    .poll(() => page.evaluate(() => document.activeElement && getComputedStyle(document.activeElement).outlineWidth))
    .toBe('2px')
})

test('a toast stays 5000 ms, makes room for the next, and F8 moves the focus to it', async () => {
  await page.clock.install()
  await page.goto(`${url}/login`)
  await page.evaluate(() => localStorage.removeItem('user'))
  await page.reload()
  const submit = page.getByRole('button', { name: 'Sign In', exact: true })
  // They are loaded when a hand first moves, which may be before the page listens.
  const region = page.getByRole('region', { name: 'Notifications (F8)' })
  await expect
    .poll(async () => {
      await page.mouse.move(40, 40)
      await page.mouse.move(41, 40)
      return region.count()
    })
    .toBe(1)
  // Held still: what a slow machine needs between two looks is not to count.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await submit.click()
  await toasts.getByText('Please enter your email address.').waitFor()
  await expect.poll(() => toasts.getByText('Error', { exact: true }).count()).toBe(1)
  await page.clock.runFor(4_900)
  await expect.poll(() => toasts.count()).toBe(1)
  // Faded out a little later.
  await page.clock.runFor(500)
  await toasts.waitFor({ state: 'detached' })
  await page.clock.resume()

  await submit.click()
  await submit.click()
  await expect.poll(() => toasts.count()).toBe(1)
  await page.keyboard.press('F8')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[aria-label="Notifications (F8)"]') !== null))
    .toBe(true)
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(user))
})

test("the system's theme is honoured on a first visit, and a choice outlasts it", async () => {
  const visitor = await openPage({ colorScheme: 'dark', locale: 'de-DE' })
  await visitor.page.goto(url)
  await visitor.page.locator('html.dark').waitFor()
  await visitor.page.getByRole('button', { name: 'Switch to light theme' }).click()
  await visitor.page.goto(`${url}/pricing`)
  await visitor.page.locator('html.light').waitFor()
  await expect.poll(() => visitor.page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  // Prices in the person's own way of writing numbers.
  await visitor.page.getByText('29,99').waitFor()
  await visitor.page.getByText('1.500 credits a month').waitFor()
  expect(visitor.problems).toEqual([])
})

test('nothing moves where the person asked for stillness', async () => {
  await page.goto(`${url}/dashboard`)
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, transitionProperty, animationDuration } = getComputedStyle(element)
        return (
          (transitionProperty !== 'none' && Number.parseFloat(transitionDuration) > 0) ||
          Number.parseFloat(animationDuration) > 0.001
        )
      }).length,
  )
  expect(moving).toBe(0)
})
