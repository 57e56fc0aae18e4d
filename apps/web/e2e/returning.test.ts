import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openHouse } from './house.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from './seed.ts'

const house = await openHouse({ hasWorker: false })
const { url } = house
const { page, problems } = await openPage()
const user = await signUp(page, house, 'maya@example.com')
const design = await uploadDesign(page, house, 'sunset club.png', await drawSun())
await giveMockups(house, user, design, 'sunset-club-84123', 60)

const choose = (name: string | RegExp) => page.getByRole('radio', { name }).click()
const next = () => page.getByRole('button', { name: 'Next' }).click()
const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

afterEach(async () => {
  await page.context().setOffline(false)
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

test('whoever leaves the wizard and comes back, or reloads it, finds every choice; a new visit begins anew', { timeout: 60_000 }, async () => {
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
  expect(await page.getByRole('radio', { name: 'Wood Texture' }).isChecked()).toBe(true)

  await page.reload()
  await heading('Background & Model')
  expect(await page.getByRole('radio', { name: 'Wood Texture' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Previous' }).click()
  await heading('Color & Style')
  expect(await page.locator('[data-colour=navy]').getAttribute('aria-checked')).toBe('true')

  await link('Dashboard')
  await heading('Dashboard')
  await link('Generate')
  await heading('Choose Design')
  expect(await page.getByRole('radio', { name: 'sunset club.png' }).isChecked()).toBe(false)
})

test.each([1280, 390])('%i wide: going back to a long list leads to the place where it was left', { timeout: 60_000 }, async (width) => {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`${url}/mockups`)
  const cards = page.getByRole('region', { name: 'sunset club' }).getByRole('listitem')
  await cards.nth(59).waitFor({ state: 'attached' })
  const card = cards.nth(37)
  await card.scrollIntoViewIfNeeded()
  const top = async () => (await card.boundingBox())?.y ?? Number.NaN
  await expect.poll(top).toBeLessThan(900)
  const left = await top()
  await page.getByRole('link', { name: 'Buy Credits' }).click()
  await heading('Questions sellers ask')
  await page.goBack()
  await heading('My Mockups')
  await expect.poll(async () => Math.abs((await top()) - left)).toBeLessThan(60)
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('a lost connection is said, costs nothing that was typed, and its return is seen', { timeout: 60_000 }, async () => {
  await page.goto(`${url}/designs`)
  await page.getByRole('button', { name: 'More for sunset club.png' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const field = page.getByLabel('Filename')
  await field.fill('sunset society.png')
  await page.context().setOffline(true)
  const note = page.getByText('You are offline.')
  await note.waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('region', { name: /Notifications/ }).getByText('Failed to rename design').waitFor()
  expect(await field.inputValue()).toBe('sunset society.png')
  await page.context().setOffline(false)
  await note.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('img', { name: 'sunset society.png' }).waitFor()
})
