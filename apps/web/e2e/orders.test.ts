import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { intercept, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import {
  drawSun,
  finishOrders,
  giveMockups,
  moveOrders,
  setCredits,
  signUp,
  uploadDesign,
  type Progress,
} from './seed.ts'

// Orders that the page was left by: no worker is up, and the tests move them on as one does.

const testServer = await openTestServer({ worker: 'uploads' })
const { url, db } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
const [mine = ''] = await giveMockups(testServer, user, design, 'sunset-club-84123', 1)
await setCredits(testServer, user.id, 100)

const NAVY =
  'product=t-shirt&product_model=gildan-64000&colour=navy&model_style=flat-lay&background=wood-texture&design_size=large'
const toastOn = (on: Page) => on.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const toast = toastOn(page)
const question = page.getByRole('alertdialog', { name: 'Order the same again?' })
const tiles = (on = page) => on.getByRole('region', { name: 'Your mockups in the making' }).getByRole('listitem')
const link = (name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor()
const ordered = () => db.generation.count({ where: { userId: user.id } })
const underWay = () => db.generation.count({ where: { userId: user.id, status: { in: ['queued', 'rendering'] } } })
const move = (progress: Progress) => moveOrders(testServer, user, design, progress)
const forget = () => finishOrders(testServer, user, design)
async function atTheEnd(on = page, settings = NAVY): Promise<void> {
  await on.goto(`${url}/generate?designId=${design.id}&${settings}&regenerate=true`)
  await on.getByText('Step 6 of 6').waitFor()
  await on.getByTestId('credits').waitFor()
}
const fromMenu = async (item: string) => {
  await page
    .locator(`#mockup-${mine}`)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  await forget()
})

test('a wizard that is reloaded while its pictures are made shows each with its stage, and tells when they are done', async () => {
  await atTheEnd()
  await page.getByRole('radio', { name: /^4/ }).click()
  await page.getByRole('button', { name: 'Generate 4 Mockups' }).click()
  await tiles().nth(3).waitFor()
  await expect.poll(underWay).toBe(4)

  await page.reload()
  await page.getByText('Step 6 of 6').waitFor()
  await tiles().nth(3).waitFor()
  await page.getByText(/0 of 4/).waitFor()
  await move([40, 95])
  await tiles().filter({ hasText: 'Rendering 40%' }).waitFor()
  await tiles().filter({ hasText: 'Saving' }).waitFor()
  await move(['done'])
  await tiles().getByRole('img').waitFor()
  await page.getByText(/1 of 4/).waitFor()
  await page.reload()
  await page.getByText(/1 of 4/).waitFor()
  await move(['done', 'done', 'done'])
  await toast.filter({ hasText: 'Your mockups are done' }).filter({ hasText: '4 credits charged' }).waitFor()
  await expect.poll(() => tiles().count()).toBe(0)
  expect(await ordered()).toBe(4)
})

test('whoever reloads and goes elsewhere is told there, once', async () => {
  await atTheEnd(page, NAVY.replace('navy', 'red'))
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await expect.poll(underWay).toBe(1)
  await page.goto(`${url}/account`)
  await heading('Account Settings')
  await move(['done'])
  await toast.filter({ hasText: 'Your mockups are done' }).waitFor()
  await page.reload()
  await heading('Account Settings')
  await page.getByText('Storage, of unlimited').waitFor()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('orders'))).toBeNull()
  await expect.poll(() => toast.count()).toBe(0)
})

test('whoever goes and comes back by the menu finds what is in the making, at every step', async () => {
  await atTheEnd()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await expect.poll(underWay).toBe(1)
  await link('Designs')
  await heading('Designs')
  await link('Generate')
  await page.getByText('1 mockup in the making').waitFor()
  await page.goBack()
  await page.goBack()
  await page.getByText('Step 6 of 6').waitFor()
  // The same choices: here it stands with its stage, and is not told of above as well.
  await tiles().first().waitFor()
  await page.getByText('1 mockup in the making').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: 'Generating 1 mockup(s)...' }).isDisabled()).toBe(true)
})

test('the same choices ask first: in another tab, after a reload and after they are done, and for no longer than a minute', async () => {
  await atTheEnd()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await expect.poll(underWay).toBe(1)
  const before = await ordered()

  const other = await page.context().newPage()
  await atTheEnd(other)
  await tiles(other).first().waitFor()
  await other.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  const asked = other.getByRole('alertdialog', { name: 'Order the same again?' })
  await asked.getByText('You have just ordered this mockup. It is still being made. One more costs 1 credit.').waitFor()
  await asked.getByRole('button', { name: 'Not now' }).click()
  await asked.waitFor({ state: 'detached' })
  expect(await ordered()).toBe(before)
  await other.close()

  await page.reload()
  await page.getByRole('radio', { name: /^4/ }).click()
  await page.getByRole('button', { name: 'Generate 4 Mockups' }).click()
  await question.getByText('4 more cost 4 credits.').waitFor()
  await question.getByRole('button', { name: 'Order 4 more' }).click()
  await expect.poll(underWay).toBe(5)
  await move(Array.from({ length: 5 }, () => 'done' as const))
  await heading('My Mockups')

  await atTheEnd()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await question
    .getByText('You have just ordered 5 of these mockups. They are done. One more costs 1 credit.')
    .waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await forget()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await expect.poll(underWay).toBe(1)
  await expect.poll(() => question.count()).toBe(0)
})

test('other choices ask nothing', async () => {
  await atTheEnd()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await expect.poll(underWay).toBe(1)
  await atTheEnd(page, NAVY.replace('large', 'small'))
  await page.getByText('1 other mockup in the making').waitFor()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await expect.poll(underWay).toBe(2)
  await expect.poll(() => question.count()).toBe(0)
})

test('regenerating says what it costs, lies over its card after a reload and in another tab, and tells when it is done', async () => {
  await page.goto(`${url}/mockups`)
  await page
    .locator(`#mockup-${mine}`)
    .getByRole('button', { name: /^More for/ })
    .click()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Regenerate' }).textContent()).toContain('1 credit')
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'Color Variations' }).textContent())
    .toContain('1 credit each')
  await page.getByRole('menuitem', { name: 'Regenerate' }).click()
  const veil = (on = page) => on.locator(`#mockup-${mine}`).getByText('Regenerating...', { exact: true })
  await veil().waitFor()
  await expect.poll(underWay).toBe(1)
  await page.reload()
  await veil().waitFor()
  const other = await page.context().newPage()
  await other.goto(`${url}/mockups`)
  await veil(other).waitFor()
  await other.close()

  await move([30])
  await page.getByRole('region', { name: 'In the making' }).getByText('Rendering 30%').waitFor()
  await move(['done'])
  await toast.filter({ hasText: 'Your new picture is done' }).filter({ hasText: '1 credit charged' }).waitFor()
  await veil().waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'green harbour' }).first().waitFor()

  await fromMenu('Regenerate')
  await question.getByRole('button', { name: 'Not now' }).click()
  expect(await underWay()).toBe(0)
})

test('color variations are found again in their dialog with their stages, ask before the same again, and tell when they are done', async () => {
  const dialog = page.getByRole('dialog', { name: 'Color Variations' })
  const choose = async () => {
    await fromMenu('Color Variations')
    await dialog.getByRole('radio', { name: /Quick recolor/ }).click()
    await dialog.locator('[data-colour=red]').click()
    await dialog.locator('[data-colour=black]').click()
  }
  await page.goto(`${url}/mockups`)
  await choose()
  await dialog.getByText('2 colors · 2 credits of your').waitFor()
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect.poll(underWay).toBe(2)
  await page.reload()
  await choose()
  const making = dialog.getByRole('region', { name: 'Colors in the making' }).getByRole('listitem')
  await making.nth(1).waitFor()
  await move([60])
  await making.filter({ hasText: 'Rendering 60%' }).waitFor()
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await question
    .getByText('You have just ordered 2 of these mockups. They are still being made. 2 more cost 2 credits.')
    .waitFor()
  await question.getByRole('button', { name: 'Not now' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await underWay()).toBe(2)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await link('Account')
  await heading('Account Settings')
  await move(['done', 'done'])
  await toast.filter({ hasText: 'Your color variations are done' }).filter({ hasText: '2 credits charged' }).waitFor()
})

test('an order that the page was left before it was sent is said to have cost nothing, and is not sent later', async () => {
  const before = await ordered()
  await atTheEnd(page, NAVY.replace('navy', 'black'))
  await intercept(page, /generation\.request/, () => undefined)
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await page.getByRole('button', { name: 'Generating 1 mockup(s)...' }).waitFor()
  await page.reload()
  await toast.filter({ hasText: 'This order did not reach us. Nothing was charged.' }).waitFor()
  await page.reload()
  await page.getByText('Step 6 of 6').waitFor()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).waitFor()
  expect(await ordered()).toBe(before)
})

test(
  'more colors than go in one request are all ordered, and leave the page its connections',
  { timeout: 240_000 },
  async () => {
    await page.goto(`${url}/mockups`)
    await fromMenu('Color Variations')
    const dialog = page.getByRole('dialog', { name: 'Color Variations' })
    await dialog.getByRole('radio', { name: /New shot/ }).click()
    const sent: number[] = []
    page.on('request', (request) => {
      const calls = /\/api\/trpc\/([^?]+)/.exec(request.url())?.[1]?.split(',') ?? []
      if (calls[0] === 'generation.request') sent.push(calls.length)
    })
    const colours = dialog.locator('[data-colour]')
    for (let at = 0; at < 25; at += 1) await colours.nth(at).click()
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await expect.poll(underWay).toBe(25)
    expect(sent).toEqual([10, 10, 5])
    // Three requests wait for pictures, one listens, and the page still has room to ask.
    expect(await page.evaluate(async () => (await fetch('/api/user')).status)).toBe(200)
    await move(Array.from({ length: 25 }, () => 'done' as const))
    await toast.filter({ hasText: 'Your color variations are done' }).waitFor()
  },
)
