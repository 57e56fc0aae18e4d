import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { url } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const designs = [
  await uploadDesign(page, testServer, 'one.png', await drawSun()),
  await uploadDesign(page, testServer, 'two.png', await drawSun(1)),
  await uploadDesign(page, testServer, 'three.png', await drawSun(2)),
]
const mockups = await giveMockups(testServer, user, designs[0]!, 'one-1', 9)

afterEach(() => expect(problems.splice(0)).toEqual([]))

test('the dashboard shows 8 recent mockups, the account 3 and then 2 designs', async () => {
  await page.goto(`${url}/dashboard`)
  const recent = page.getByRole('main').locator('a[href^="/mockups?mockup="]')
  await expect.poll(() => recent.count()).toBe(8)
  await expect.poll(() => page.getByRole('img', { name: 'Navy T-Shirt' }).count()).toBe(1)

  await page.goto(`${url}/account`)
  const activity = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Recent Activity' }) })
    .getByRole('listitem')
  await activity.first().waitFor()
  await expect
    .poll(() => activity.locator('p:first-child').allTextContents())
    .toEqual(['Navy T-Shirt', 'Natural Tote Bag', 'Navy Mug', 'three.png', 'two.png'])
  // Three designs of 2 MB and nine mockups of 3 MB.
  await expect.poll(() => page.getByText('Storage, of unlimited').locator('..').textContent()).toContain('33 MB')
})

test('the three figures count designs, mockups and those of the last 7 days', async () => {
  await page.goto(`${url}/dashboard`)
  await page.getByText('9', { exact: true }).waitFor()
  const figures = page
    .getByRole('main')
    .locator('section')
    .filter({ hasText: /Total Designs|Generated Mockups|Recent Activity/ })
  expect((await figures.allTextContents()).map((text) => text.replace(/\D+/g, ''))).toEqual(['3', '9', '4'])
})

test('a recent mockup opens My Mockups at its card', async () => {
  await page.goto(`${url}/dashboard`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Natural Tote Bag/ })
    .first()
    .click()
  await page.locator(`#mockup-${mockups[1]}[data-highlighted]`).waitFor()
  expect(new URL(page.url()).search).toBe(`?mockup=${mockups[1]}`)
})
