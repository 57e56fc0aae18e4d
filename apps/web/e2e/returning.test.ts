import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { url } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
await giveMockups(testServer, user, design, 'sunset-club-84123', 60)

const choose = (name: string | RegExp) => page.getByRole('radio', { name }).click()
const next = () => page.getByRole('button', { name: 'Next' }).click()
const link = (name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
/** The step is shown, and the focus is at its heading. */
const stepIs = (title: string) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.matches('h2') && document.activeElement.textContent))
    .toBe(title)

afterEach(async () => {
  await page.context().setOffline(false)
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

test(
  'whoever leaves the wizard and comes back, or reloads it, finds every choice; a new visit begins anew',
  { timeout: 240_000 },
  async () => {
    await page.goto(`${url}/generate?designId=${design.id}`)
    await choose('T-Shirt')
    await choose('Bella+Canvas 3001')
    await next()
    await page.locator('[data-colour=navy]').click()
    await choose(/Flat Lay/)
    await next()
    await choose('Wood Texture')
    await link('Designs')
    await heading('Designs')
    await page.goBack()
    await heading('Background & Model')
    await expect.poll(() => page.getByRole('radio', { name: 'Wood Texture' }).isChecked()).toBe(true)

    await page.reload()
    await heading('Background & Model')
    await expect.poll(() => page.getByRole('radio', { name: 'Wood Texture' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Previous' }).click()
    await heading('Color & Style')
    await expect.poll(() => page.locator('[data-colour=navy]').getAttribute('aria-checked')).toBe('true')

    await link('Dashboard')
    await heading('Dashboard')
    await link('Generate')
    await heading('Choose Design')
    await expect.poll(() => page.getByRole('radio', { name: 'sunset club.png' }).isChecked()).toBe(false)
  },
)

test('Back goes one step back and Forward one forward, with every choice and the number of variations kept', async () => {
  await page.goto(`${url}/dashboard`)
  await link('Generate')
  await choose('sunset club.png')
  await next()
  await choose('Mug')
  await next()
  await page.locator('[data-colour=mug-navy]').click()
  await choose(/Studio Product/)
  await next()
  await choose('White Studio')
  await next()
  await choose(/Large/)
  await next()
  await choose(/^4/)
  for (const title of ['Design Settings', 'Background & Model', 'Color & Style']) {
    await page.goBack()
    await stepIs(title)
  }
  await expect.poll(() => page.locator('[data-colour=mug-navy]').getAttribute('aria-checked')).toBe('true')
  // The button leads the same way as the browser's.
  await page.getByRole('button', { name: 'Previous' }).click()
  await stepIs('Product Type')
  await page.goBack()
  await stepIs('Choose Design')
  await expect.poll(() => page.getByRole('radio', { name: 'sunset club.png' }).isChecked()).toBe(true)
  for (const title of ['Product Type', 'Color & Style', 'Background & Model', 'Design Settings', 'Generate']) {
    await page.goForward()
    await stepIs(title)
  }
  await expect.poll(() => page.getByRole('radio', { name: /^4/ }).isChecked()).toBe(true)
  await link('Designs')
  await heading('Designs')
  await page.goBack()
  await page.getByText('Step 6 of 6').waitFor()
  await expect.poll(() => page.getByRole('radio', { name: /^4/ }).isChecked()).toBe(true)

  // What is chosen after going back is what counts, and a step that it has closed is not opened by Forward.
  for (const title of ['Design Settings', 'Background & Model', 'Color & Style', 'Product Type']) {
    await page.goBack()
    await stepIs(title)
  }
  await choose('Hoodie')
  await page.goForward()
  await page.goForward()
  await page.getByText('Step 2 of 6').waitFor()
  await choose('Gildan 18500')
  await page.goForward()
  await stepIs('Color & Style')
  expect(new URL(page.url()).search).toBe('')
  await page.goBack()
  await stepIs('Product Type')
  await expect.poll(() => page.getByRole('radio', { name: 'Gildan 18500' }).isChecked()).toBe(true)

  // Presses that come faster than the browser goes all count, and none leads out.
  await page.goForward()
  await stepIs('Color & Style')
  await page.evaluate(async () => {
    for (let press = 0; press < 3; press += 1) {
      ;[...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Previous')?.click()
      await Promise.resolve()
    }
  })
  await stepIs('Choose Design')
  await page.goBack()
  await heading('Dashboard')
})

test('a wizard opened further on is left by Back, and its button still leads to the steps before', async () => {
  await page.goto(`${url}/designs`)
  await page.getByRole('main').getByRole('link', { name: 'Generate' }).first().click()
  await page.getByText('Step 2 of 6').waitFor()
  await page.goBack()
  await heading('Designs')
  await page.goForward()
  await page.getByText('Step 2 of 6').waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await stepIs('Choose Design')
  await expect.poll(() => page.getByRole('radio', { name: 'sunset club.png' }).isChecked()).toBe(true)
  await next()
  await stepIs('Product Type')
  // The menu's entry is a new visit; Back leads to the old one as it was left.
  await choose('Tote Bag')
  await link('Generate')
  await heading('Choose Design')
  await expect.poll(() => page.getByRole('radio', { name: 'sunset club.png' }).isChecked()).toBe(false)
  await page.goBack()
  await heading('Product Type')
  await expect.poll(() => page.getByRole('radio', { name: 'Tote Bag' }).isChecked()).toBe(true)
})

test('a new step starts at its top, and going back finds the old one where it was scrolled to', async () => {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto(`${url}/generate?designId=${design.id}`)
  await choose('Mug')
  const go = page.getByRole('button', { name: 'Next' })
  await page.locator('canvas[data-state=drawn]').waitFor()
  await go.scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate(() => scrollY)
  const top = async () => (await go.boundingBox())?.y ?? Number.NaN
  await expect.poll(scrolled).toBeGreaterThan(100)
  const left = await top()
  await go.evaluate((button: HTMLElement) => button.click())
  await stepIs('Color & Style')
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await stepIs('Product Type')
  await expect.poll(async () => Math.abs((await top()) - left)).toBeLessThan(60)
  await expect.poll(() => scrolled()).toBeGreaterThan(100)
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('an arrow key counts although it is let go while the page is busy', async () => {
  await page.goto(`${url}/generate?designId=${design.id}`)
  await choose('Mug')
  await page.evaluate(
    () =>
      void setTimeout(() => {
        for (const end = performance.now() + 400; performance.now() < end;);
      }),
  )
  await Promise.all([page.keyboard.down('ArrowRight'), page.keyboard.up('ArrowRight')])
  await expect.poll(() => page.getByRole('radio', { name: 'Tote Bag' }).isChecked()).toBe(true)
})

test.each([1280, 390])(
  '%i wide: going back to a long list leads to the place where it was left',
  { timeout: 240_000 },
  async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${url}/mockups`)
    const cards = page.getByRole('region', { name: 'sunset club' }).getByRole('listitem')
    await cards.nth(59).waitFor({ state: 'attached' })
    const card = cards.nth(37)
    await card.scrollIntoViewIfNeeded()
    const top = async () => (await card.boundingBox())?.y ?? Number.NaN
    // A card has no box for a moment while those around it are made whole.
    let left = Number.NaN
    await expect.poll(async () => (left = await top())).toBeLessThan(900)
    await page.getByRole('link', { name: 'Buy Credits' }).click()
    await heading('Questions sellers ask')
    await page.goBack()
    await heading('My Mockups')
    await expect.poll(async () => Math.abs((await top()) - left)).toBeLessThan(60)
    await page.setViewportSize({ width: 1280, height: 900 })
  },
)

test(
  'a lost connection is said, costs nothing that was typed, and its return is seen',
  { timeout: 240_000 },
  async () => {
    await page.goto(`${url}/designs`)
    await page.getByRole('button', { name: 'More for sunset club.png' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const field = page.getByLabel('Filename')
    await field.fill('sunset society.png')
    await page.context().setOffline(true)
    const note = page.getByText('You are offline.')
    await note.waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByText('Failed to rename design')
      .waitFor()
    await expect.poll(() => field.inputValue()).toBe('sunset society.png')
    await page.context().setOffline(false)
    await note.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('img', { name: 'sunset society.png' }).waitFor()
  },
)
