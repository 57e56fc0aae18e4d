import { afterEach, expect, test } from 'vitest'
import { expectFocus, hold, intercept, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveMockups, setCredits, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer()
const { url } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
const DEBUG_INFO = JSON.stringify({
  timestamp: '2026-11-20T09:30:00.000Z',
  designInfo: { id: design.id, filename: design.filename, fileSize: 18_213 },
  mockupData: { colour: 'navy' },
  prompt: 'A navy shirt on oiled wood',
})
const mine = await giveMockups(testServer, user, design, 'sunset-club-84123', 3, DEBUG_INFO)
await giveMockups(testServer, user, design, '', 1, 'not json')
await giveMockups(testServer, user, design, 'old-harbour-7', 1)
await testServer.db.mockup.updateMany({
  where: { folderName: 'old-harbour-7' },
  data: { createdAt: new Date('2026-01-05T10:00:00Z') },
})

const GENERATION_MS = 90_000
const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const dialog = page.getByRole('dialog')
const first = 'sunset club on a Navy T-Shirt, Studio Front'
const open = async () => {
  await page.goto(`${url}/mockups`)
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).waitFor()
}
const fromMenu = async (item: string) => {
  await page
    .getByRole('button', { name: `More for ${first}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

test('mockups stand in groups named after their folder, newest group first, each with its count', async () => {
  await open()
  await page.getByRole('region', { name: 'old harbour' }).waitFor()
  const groups = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(groups).toHaveLength(3)
  expect([...groups].sort()).toEqual(['Ungrouped Mockups1', 'old harbour1', 'sunset club3'])
  expect(groups.at(-1)).toBe('old harbour1')
})

test('a selection is counted and downloaded; without one there is a sentence, and a failure has its own', async () => {
  await open()
  await page.getByRole('button', { name: 'Download Selected (0)' }).click()
  await toast.filter({ hasText: 'Please select mockups to download' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
  await page.getByText('5 selected').waitFor()
  await intercept(page, '**/api/mockups/download', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Download Selected (5)' }).click()
  await toast.filter({ hasText: 'Failed to download mockups' }).waitFor()
  await page.getByText('5 selected').waitFor()
  await page
    .getByRole('checkbox', { name: `Select ${first}` })
    .first()
    .click()
  await page.getByRole('button', { name: 'Download Selected (4)' }).waitFor()
})

test('the address of one mockup brings its card into view and marks it for 3 seconds', async () => {
  await page.addInitScript(() => {
    const times: number[] = []
    const marked = { times, id: '' }
    Object.assign(window, { marked })
    new MutationObserver(() => {
      const card = document.querySelector('[data-highlighted]')
      if (card) marked.id = card.id
      if ((card !== null) !== (times.length === 1)) times.push(performance.now())
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-highlighted'] })
  })
  await page.goto(`${url}/mockups?mockup=${mine[1]}`)
  // Told by the page itself: a slow machine may miss the mark while it is there.
  const seen = () => page.evaluate(() => (window as unknown as { marked: { times: number[]; id: string } }).marked)
  await expect.poll(async () => (await seen()).times.length).toBe(2)
  const {
    id,
    times: [from = 0, to = 0],
  } = await seen()
  expect(id).toBe(`mockup-${mine[1]}`)
  // A timer is never early; on a busy machine it is late, so that only one which is not meant is told from it.
  expect(to - from).toBeGreaterThan(2_950)
  expect(to - from).toBeLessThan(20_000)
})

test('a picture opens large, with model, style, background and date, and gives the focus back', async () => {
  await open()
  const picture = page.getByRole('button', { name: `Open ${first}` }).first()
  await picture.focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('link', { name: 'Download' }).waitFor()
  const facts = await dialog.locator('dl > div').allTextContents()
  expect(facts.slice(0, 4)).toEqual(['ColorNavy', 'ModelBella+Canvas 3001', 'StyleStudio Front', 'BackgroundOff-White'])
  expect(facts[4]).toMatch(/^Created.+\d{4}/)
  // The server names the file, by the seller's template.
  await expect.poll(() => dialog.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe('')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(picture)
})

test('debug info is shown where there is some, and said to be unreadable where it is', async () => {
  await open()
  const buttons = page.getByRole('button', { name: 'Debug Info' })
  await expect.poll(() => buttons.count()).toBe(4)
  await page.getByRole('region', { name: 'sunset club' }).getByRole('button', { name: 'Debug Info' }).first().click()
  await dialog.getByText('A navy shirt on oiled wood').waitFor()
  await dialog.getByText('sunset club.png').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Ungrouped Mockups' }).getByRole('button', { name: 'Debug Info' }).click()
  await dialog.getByText('Invalid debug data format').waitFor()
})

test('Copy Settings carries everything but the design to the wizard', async () => {
  await open()
  await fromMenu('Copy Settings')
  await page.getByText('Settings Copied').waitFor()
  await page.waitForURL(`${url}/generate`)
  await page.getByRole('radio', { name: 'sunset club.png' }).click()
  await page.getByText('Step 6 of 6').waitFor()
})

test(
  'regenerating lays a veil over the card until it is done, and a failure is told',
  { timeout: GENERATION_MS },
  async () => {
    await open()
    await intercept(page, /generation\.request/, (route) => route.abort())
    await fromMenu('Regenerate')
    await toast.filter({ hasText: 'Failed to regenerate mockup. Please try again.' }).waitFor()
    await page.unrouteAll()
    const release = await hold(page, /generation\.request/)
    await fromMenu('Regenerate')
    const veil = page.getByText('Regenerating...', { exact: true })
    await veil.waitFor()
    release()
    await veil.waitFor({ state: 'detached', timeout: GENERATION_MS })
    await page.getByRole('region', { name: 'sunset club' }).getByRole('listitem').nth(3).waitFor()
  },
)

test(
  'whoever has left the wizard meanwhile is told that the picture is done, and stays where they are',
  { timeout: GENERATION_MS },
  async () => {
    await page.goto(
      `${url}/generate?designId=${design.id}&product=mug&colour=mug-white&model_style=studio-product&background=white-studio&regenerate=true`,
    )
    const release = await hold(page, /generation\.request/)
    await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
    await page.getByRole('button', { name: 'Generating 1 mockup(s)...' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByRole('heading', { name: 'Account Settings' }).waitFor()
    release()
    await toast.filter({ hasText: 'Your mockups are done' }).waitFor({ timeout: GENERATION_MS })
    expect(page.url()).toBe(`${url}/account`)
  },
)

test(
  'color variations: a method, then colors, then one credit each; the dialog closes when they are made',
  { timeout: GENERATION_MS },
  async () => {
    await setCredits(testServer, user.id, 1)
    await open()
    await fromMenu('Color Variations')
    await dialog.getByText('Current mockup').first().waitFor()
    const generate = dialog.getByRole('button', { name: 'Generate' })
    await expect
      .poll(() => dialog.getByRole('radiogroup').locator('label').allTextContents())
      .toEqual(['Quick recolorThe same shot; only the color changes', 'New shotA fresh picture for each color'])
    await expect.poll(() => generate.isDisabled()).toBe(true)
    await dialog.getByRole('radio', { name: /Quick recolor/ }).click()
    await expect.poll(() => dialog.locator('[data-colour=navy]').count(), { message: 'the color it has' }).toBe(0)
    await expect.poll(() => dialog.locator('[data-colour^=mug-]').count()).toBe(0)
    await expect.poll(() => generate.isDisabled()).toBe(true)
    await dialog.locator('[data-colour=red]').click()
    await dialog.locator('[data-colour=black]').click()
    await dialog.getByText('Your 1 credit is enough for 1 of 2 colors.').waitFor()
    await dialog.getByRole('link', { name: 'Buy Credits' }).waitFor()
    await expect.poll(() => generate.isDisabled()).toBe(true)
    await generate.press('Enter')
    await toast
      .filter({ hasText: 'Insufficient Credits' })
      .filter({ hasText: 'You need 2 credits to generate 2 color variations. You have 1 credits.' })
      .waitFor()
    await dialog.locator('[data-colour=black]').click()
    await intercept(page, /generation\.request/, (route) => route.abort())
    await generate.click()
    await toast.filter({ hasText: 'Failed to generate color variations. Please try again.' }).waitFor()
    await page.unrouteAll()
    await dialog.locator('[data-colour=red][aria-checked=true]').waitFor()
    const release = await hold(page, /generation\.request/)
    await generate.click()
    await dialog.getByText('Generating 1 mockup(s)...').waitFor()
    release()
    await dialog.waitFor({ state: 'detached', timeout: GENERATION_MS })
    await page.getByRole('img', { name: 'sunset club on a Red T-Shirt, Studio Front' }).waitFor()
  },
)

test('deleting asks first and says when it failed', async () => {
  await open()
  const question = page.getByRole('alertdialog', { name: 'Delete Mockup' })
  const cards = page.getByRole('region', { name: 'Ungrouped Mockups' })
  await cards.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await intercept(page, /mockup\.remove/, (route) => route.abort())
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast.filter({ hasText: 'Failed to delete mockup' }).waitFor()
  await page.unrouteAll()
  await question.getByRole('button', { name: 'Delete' }).click()
  await question.waitFor({ state: 'detached' }) // while it is open, the list behind it counts as hidden
  await cards.waitFor({ state: 'detached' })
})
