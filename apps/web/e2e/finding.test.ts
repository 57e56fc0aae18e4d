import type { Locator } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { expectFocus, intercept, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { url, db } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const sunset = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
const harbour = await uploadDesign(page, testServer, 'green harbour.png', await drawSun(1))
const ofSunset = await giveMockups(testServer, user, sunset, 'sunset-club-84123', 4)
const ofHarbour = await giveMockups(testServer, user, harbour, 'green-harbour-7', 2)
const batch = await db.batch.create({
  data: { userId: user.id, name: 'Autumn drop', idempotencyKey: 'b', requestHash: 'r', pictures: 2 },
})
await db.mockup.updateMany({ where: { id: { in: [ofSunset[0]!, ofHarbour[0]!] } }, data: { batchId: batch.id } })
const colour = { colour: 'red', product: 't-shirt' }
await db.mockup.updateMany({ where: { id: { in: ofHarbour } }, data: colour })
await db.mockup.updateMany({ where: { id: { in: ofSunset } }, data: { ...colour, colour: 'navy' } })
await db.mockup.updateMany({
  where: { id: ofSunset[3] },
  data: { product: 'mug', colour: 'mug-white', createdAt: new Date('2026-01-05T12:00:00Z') },
})

const cards = page
  .getByRole('main')
  .getByRole('listitem')
  .filter({ has: page.getByRole('img') })
const found = page.getByRole('status').filter({ hasText: /^\d+ mockups?$/ })
const search = page.getByRole('textbox', { name: 'Search mockups' })
const open = async (query = '') => {
  await page.goto(`${url}/mockups${query}`)
  await cards.first().waitFor()
}
/** The part of a picture that is shown, as the browser has it. */
const shownOf = (picture: Locator) => picture.evaluate((element) => getComputedStyle(element).transform)

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

test('a search is in the address, stays at a reload, and is taken back by one press', async () => {
  await open()
  await expect.poll(() => cards.count()).toBe(6)
  await search.fill('harbour red')
  await found.filter({ hasText: '2 mockups' }).waitFor()
  await page.waitForURL(`${url}/mockups?q=harbour+red`)
  await page.reload()
  await found.filter({ hasText: '2 mockups' }).waitFor()
  await expect.poll(() => search.inputValue()).toBe('harbour red')
  await expect
    .poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents())
    .toEqual(['green harbour2'])
  await search.fill('harbour zebra')
  await page.getByRole('heading', { name: 'No mockups match' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.poll(() => cards.count()).toBe(6)
  await expect.poll(() => search.inputValue()).toBe('')
  await page.waitForURL(`${url}/mockups`)
})

test('filters narrow one another, each is taken away by itself, and the way back restores them', async () => {
  await open()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const panel = page.getByRole('group', { name: 'Filters' })
  await panel.getByLabel('Product').selectOption('t-shirt')
  await found.filter({ hasText: '5 mockups' }).waitFor()
  await panel.getByLabel('Design').selectOption({ label: 'sunset club.png (4)' })
  await found.filter({ hasText: '3 mockups' }).waitFor()
  await panel.getByLabel('Color').selectOption('navy')
  await panel.getByLabel('From').fill('2026-02-01')
  await page.waitForURL(/from=2026-02-01/)
  // The cards keep the numbers that their files have, although the oldest is left out.
  await expect
    .poll(async () => (await cards.getByText(/No\. \d/).allTextContents()).join(' '))
    .toBe('No. 4 No. 3 No. 2')
  await page.getByRole('button', { name: 'Remove filter: sunset club.png' }).click()
  await page.getByRole('button', { name: 'Remove filter: Navy' }).click()
  await found.filter({ hasText: '5 mockups' }).waitFor()
  await page.goBack()
  await found.filter({ hasText: '3 mockups' }).waitFor()
  await page.getByRole('button', { name: 'Remove filter: Navy' }).waitFor()
})

test('by batch each batch is a group under its name, and what was ordered by itself is another', async () => {
  await open()
  await page.getByLabel('Group by').selectOption('batch')
  await page.getByRole('region', { name: 'Autumn drop' }).waitFor()
  await expect
    .poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents())
    .toEqual(['Autumn drop2', 'In no batch4'])
  await page.waitForURL(`${url}/mockups?by=batch`)
})

test('a star is kept, filters, and is gone again where the server refuses it', async () => {
  await open()
  const star = page.getByRole('button', { name: /^Favorite .+Mug/ })
  await star.press('Enter')
  await expect.poll(() => db.mockup.count({ where: { isFavourite: true } })).toBe(1)
  await page.getByRole('button', { name: 'Favorites', exact: true }).click()
  await found.filter({ hasText: '1 mockup' }).waitFor()
  await page.reload()
  await found.filter({ hasText: '1 mockup' }).waitFor()
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
  await star.click()
  await page.getByRole('heading', { name: 'No mockups match' }).waitFor()
  await open()
  await intercept(page, /setFavourite/, (route) => route.abort())
  await star.click()
  await page.getByText('The star could not be changed. Please try again.').first().waitFor()
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('false')
  await page.unrouteAll()
  problems.splice(0) // the call that was cut
})

test('two that are selected are compared: drag, wheel and keys move both, and the focus comes back', async () => {
  await open()
  const ticks = page.getByRole('region', { name: 'green harbour' }).getByRole('checkbox')
  await ticks.nth(0).click()
  await expect.poll(() => page.getByRole('button', { name: 'Compare' }).count()).toBe(0)
  await ticks.nth(1).click()
  const compare = page.getByRole('button', { name: 'Compare' })
  await compare.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Compare' })
  const [left, right] = [dialog.locator('img').nth(0), dialog.locator('img').nth(1)]
  await expect.poll(() => right.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1_000)
  const whole = await shownOf(left)
  const both = async () => {
    const [one, other] = [await shownOf(left), await shownOf(right)]
    expect(one).toBe(other)
    return one
  }
  const box = (await dialog.locator('[data-pane]').first().boundingBox())!
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 4)
  await page.mouse.wheel(0, -400)
  await expect.poll(both).not.toBe(whole)
  const near = await both()
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(both).not.toBe(near)
  await page.keyboard.press('0')
  await expect.poll(both).toBe(whole)
  await page.keyboard.press('+')
  await dialog.getByText('150 %').waitFor()
  await page.keyboard.press('ArrowRight')
  await expect.poll(both).not.toBe(whole)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(compare)
})

test('on a phone the filters are in a sheet, and two fingers zoom what is compared', async () => {
  const { page: phone, problems } = await openPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await page.context().storageState(),
  })
  await phone.goto(`${url}/mockups`)
  await phone.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = phone.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Color').selectOption('red')
  await sheet.getByRole('button', { name: 'Show 2 mockups' }).click()
  await sheet.waitFor({ state: 'detached' })
  for (const box of await phone.getByRole('checkbox', { name: /^Select .+Red/ }).all()) await box.tap()
  await phone.getByRole('button', { name: 'Compare' }).tap()
  const panes = phone.getByRole('dialog', { name: 'Compare' }).locator('[data-pane]')
  const { x, y, width, height } = (await panes.first().boundingBox())!
  expect(width).toBeGreaterThan(300)
  const touches = await phone.context().newCDPSession(phone)
  const at = (apart: number) => [-1, 1].map((side, id) => ({ x: x + width / 2 + side * apart, y: y + height / 2, id }))
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(30) })
  for (const apart of [45, 60])
    await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(apart) })
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await phone.getByText('200 %').waitFor()
  expect(await shownOf(panes.nth(0).locator('img'))).toBe(await shownOf(panes.nth(1).locator('img')))
  expect(problems).toEqual([])
})
