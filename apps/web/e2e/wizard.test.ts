import { afterEach, expect, test } from 'vitest'
import { intercept, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, setCredits, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { url } = testServer
const { page, problems } = await openPage({ looksAhead: true })
const user = await signUp(page, testServer, 'maya@example.com')
const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const next = page.getByRole('button', { name: 'Next' })
const previous = page.getByRole('button', { name: 'Previous' })
const choose = (name: string | RegExp) => page.getByRole('radio', { name }).click()
const step = (at: number, title: string) =>
  Promise.all([
    page.getByText(`Step ${at} of 6`, { exact: true }).waitFor(),
    page.getByRole('heading', { name: title, level: 2 }).waitFor(),
  ])
const optionsOf = (group: string) => page.getByRole('radiogroup', { name: group }).locator('label').allTextContents()
const focused = () => page.evaluate(() => document.activeElement?.textContent)
const SIZES = [
  [375, 812],
  [1440, 900],
] as const
const SETTINGS =
  'product=t-shirt&product_model=gildan-64000&colour=navy&model_style=flat-lay&background=wood-texture&design_size=large'

afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

test('without a design there is a way to upload one', async () => {
  await page.goto(`${url}/generate`)
  await page.getByRole('link', { name: 'Go to Designs' }).click()
  await page.waitForURL(`${url}/designs`)
})

test('six steps, each passed only when it is complete, and always open backwards', async () => {
  await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
  await page.goto(`${url}/generate`)
  await step(1, 'Choose Design')
  await expect.poll(() => previous.isDisabled()).toBe(true)
  await expect.poll(() => next.isDisabled()).toBe(true)
  await choose('sunset club.png')
  await next.click()

  await step(2, 'Product Type')
  // A new step is read out: its heading has the focus.
  await expect.poll(focused).toBe('Product Type')
  await choose('T-Shirt')
  await expect.poll(() => next.isDisabled()).toBe(true)
  await expect.poll(() => optionsOf('Base model')).toEqual(['Gildan 64000', 'Bella+Canvas 3001'])
  await choose('Gildan 64000')
  await expect.poll(() => next.isEnabled()).toBe(true)
  await choose('Hoodie')
  await expect.poll(() => next.isDisabled(), { message: 'another product clears the base model' }).toBe(true)
  await choose('T-Shirt')
  await choose('Gildan 64000')
  await next.click()

  await step(3, 'Color & Style')
  const search = page.getByRole('searchbox', { name: 'Search colors' })
  await search.fill('plaid')
  await page.getByText('No colors match “plaid”').waitFor()
  await search.fill('antique-cherry')
  await page.getByRole('radio', { name: 'Antique Cherry Red' }).click()
  await expect.poll(() => next.isDisabled()).toBe(true)
  await choose(/Lifestyle Casual/)
  await next.click()

  await step(4, 'Background & Model')
  await expect
    .poll(() => optionsOf('Background'))
    .toEqual(['Lifestyle Indoor', 'Outdoor Natural', 'Urban Street', 'Cozy Interior'])
  await choose('Urban Street')
  await expect.poll(() => next.isDisabled()).toBe(true)
  await choose('Woman')
  await next.click()
  await step(5, 'Design Settings')
  await previous.click()
  await previous.click()
  await choose(/Flat Lay/)
  await next.click()
  await expect
    .poll(() => next.isDisabled(), { message: 'another style clears a background that is not valid there' })
    .toBe(true)
  await expect.poll(() => page.getByRole('radiogroup', { name: 'Model gender' }).count()).toBe(0)
  await choose('Wood Texture')
  await next.click()

  await expect.poll(() => page.getByRole('radio', { name: /Medium/ }).isChecked()).toBe(true)
  await next.click()
  await step(6, 'Generate')
  await expect.poll(() => next.count()).toBe(0)
  const facts = await page.getByRole('main').locator('dl > div').allTextContents()
  expect(facts).toEqual([
    'Designsunset club.png',
    'ProductT-Shirt, Gildan 64000',
    'ColorAntique Cherry Red',
    'StyleFlat Lay',
    'BackgroundWood Texture',
    'Design sizeMedium',
  ])
  await page.getByRole('img', { name: 'Design sunset club.png' }).waitFor()
})

test.each([
  ['copiedSettings', 'Settings Copied'],
  ['regenerate', 'Regenerating Mockup'],
])('%s=true shows “%s”, and once a design is selected the wizard is at its last step', async (flag, banner) => {
  await page.goto(`${url}/generate?${SETTINGS}&${flag}=true`)
  await page.getByText(banner).waitFor()
  await page.waitForURL(`${url}/generate`)
  await step(1, 'Choose Design')
  await choose('sunset club.png')
  await step(6, 'Generate')
  // It asked for a design, and has it; what is regenerated is told until it is ordered, or put away.
  if (flag === 'regenerate') await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => page.getByText(banner).count()).toBe(0)
})

async function atTheEnd(): Promise<void> {
  await page.goto(`${url}/generate?${SETTINGS}&regenerate=true`)
  await choose('sunset club.png')
  await step(6, 'Generate')
  await page.getByTestId('credits').waitFor()
}

test('few credits are warned of, variations beyond them are refused, and without any there is nothing to press', async () => {
  await setCredits(testServer, user.id, 4)
  await atTheEnd()
  await page.getByText('Low Credits').waitFor()
  await expect.poll(() => optionsOf('Variations')).toEqual(['11 credit', '44 credits', '88 credits'])
  await choose(/^8/)
  const generate = page.getByRole('button', { name: 'Generate 8 Mockups' })
  await expect.poll(() => generate.isDisabled()).toBe(true)
  const main = page.getByRole('main')
  await main.getByText('Your 4 credits are enough for 4.').waitFor()
  await expect.poll(() => main.getByText(/Uses 8 credits/).count()).toBe(0)
  // Whoever presses it all the same is told why, and shown the way.
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await generate.press('Enter')
    const refusal = toast
      .filter({ hasText: 'Insufficient Credits' })
      .filter({ hasText: 'You need 8 credits but only have 4. Please purchase more credits.' })
    await refusal.getByRole('link', { name: 'Buy Credits' }).click()
    await page.waitForURL(`${url}/pricing`)
    await page.goBack()
    await generate.waitFor()
  }
  await main.getByRole('link', { name: 'Buy Credits' }).last().click()
  await page.waitForURL(`${url}/pricing`)
  await page.goBack()
  await main.getByRole('button', { name: 'Make 4 instead' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Generate 4 Mockups' }).isEnabled()).toBe(true)
  await main.getByText('Uses 4 credits of your 4.').waitFor()

  await setCredits(testServer, user.id, 0)
  await atTheEnd()
  await page.getByText('Out of Credits').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Generate \d/ }).count()).toBe(0)
  await expect.poll(() => page.getByRole('radiogroup', { name: 'Variations' }).count()).toBe(0)
  await setCredits(testServer, user.id, 10)
})

test('what fails says so and keeps every choice; the debug panel tells what was asked', async () => {
  await atTheEnd()
  await intercept(page, /generation\.request/, (route) => route.abort())
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await toast.filter({ hasText: 'Failed to generate mockup. Please try again.' }).waitFor()
  await page.getByText('Debug Information').click()
  await page.getByText('"colour": "navy"').waitFor()
  await choose(/^4/)
  await page.getByRole('button', { name: 'Generate 4 Mockups' }).click()
  await toast
    .filter({ hasText: 'Generation Failed' })
    .filter({ hasText: 'There was an error generating your mockup. Please try again.' })
    .waitFor()
  await step(6, 'Generate')
  await expect.poll(() => page.getByRole('radio', { name: /^4/ }).isChecked()).toBe(true)
})

test('while 4 mockups are made the button waits and says how many, also when they take the last credits', async () => {
  await setCredits(testServer, user.id, 4)
  await atTheEnd()
  await choose(/^4/)
  await page.getByRole('button', { name: 'Generate 4 Mockups' }).click()
  // No worker is up: the four stand in line.
  const button = page.getByRole('button', { name: 'Generating 4 mockup(s)...' })
  await button.waitFor()
  await expect.poll(() => button.isDisabled()).toBe(true)
  await page.getByText(/0 of 4/).waitFor()
  // What is taken is not promised a second time.
  await page.getByText('0 credits', { exact: true }).waitFor()
  await page.getByText('Takes 4 credits; a failed mockup gives its credit back.').waitFor()
  await expect
    .poll(() => page.getByText('Regenerating Mockup').count(), { message: 'what the banner says is done' })
    .toBe(0)
  await expect.poll(() => page.getByText(/of your \d/).count()).toBe(0)
  await expect.poll(() => button.isDisabled()).toBe(true)
  await setCredits(testServer, user.id, 6)
})

test('what still waits in line can be cancelled, in the wizard and in My Mockups, and its credit comes back', async () => {
  await page.goto(`${url}/mockups`)
  const waiting = page.getByRole('region', { name: 'In the making' }).getByRole('listitem')
  await waiting.nth(3).waitFor()
  const credits = async () => Number.parseInt((await page.getByTestId('credits').textContent()) ?? '', 10)
  await waiting.first().getByRole('button', { name: 'Cancel Navy T-Shirt' }).click()
  await toast.filter({ hasText: 'You stopped this mockup before it was begun. Your credit is back.' }).waitFor()
  await waiting.nth(3).waitFor({ state: 'detached' })
  // Ten, less the four of the test before, and one back.
  await expect.poll(credits).toBe(7)
  await expect.poll(focused).toBe('My Mockups')

  await atTheEnd()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await page
    .getByRole('alertdialog', { name: 'Order the same again?' })
    .getByRole('button', { name: 'Order 1 more' })
    .click()
  const tile = page.getByRole('region', { name: 'Your mockups in the making' })
  await tile.getByRole('button', { name: 'Cancel Navy T-Shirt' }).first().click()
  await toast.filter({ hasText: 'Your credit is back.' }).waitFor()
})
