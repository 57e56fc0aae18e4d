import { afterEach, expect, test } from 'vitest'
import { expectFocus, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from './seed.ts'
import { findFaults, setTheme, THEMES } from './viewing.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { url, db } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const sunset = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
await giveMockups(testServer, user, sunset, 'sunset-club-84123', 3)

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

/** Shares the group from its heading, and returns the link that is shown. */
async function shareGroup(): Promise<string> {
  await page.goto(`${url}/mockups`)
  const share = page.getByRole('button', { name: 'Share sunset club' })
  await share.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Spring picks')
  await dialog.getByLabel('7 days').check()
  await dialog.getByRole('button', { name: 'Create Link' }).click()
  const link = (await page.getByTestId('share-link').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(share)
  return link
}

const DEVICES = {
  desk: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

test.each(Object.entries(DEVICES))(
  'a client without an account ticks and notes on a %s in both themes, and the seller sees it',
  async (_name, device) => {
    const link = await shareGroup()
    expect(link).toMatch(new RegExp(`^${url}/s/[\\w-]{43}$`))
    const { page: client, problems: complaints } = await openPage(device)
    const opened = await client.goto(link)
    expect(opened?.status()).toBe(200)
    expect(opened?.headers()['x-robots-tag']).toContain('noindex')
    expect(opened?.headers()['cache-control']).toBe('no-store')
    await expect.poll(() => client.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
    await client.getByRole('heading', { name: 'Spring picks' }).waitFor()
    await expect.poll(() => client.title()).toBe('Spring picks')
    await expect.poll(() => client.locator('body').textContent()).not.toMatch(/maya|sunset/i)
    const first = client.getByRole('button', { name: /^Approved? / }).first()
    await first.click()
    await client.getByText('1 of 3 approved').waitFor()
    await client
      .getByRole('button', { name: /^Add a note/ })
      .last()
      .click()
    await client.getByLabel('Note').fill('a bit larger')
    await client.getByRole('button', { name: 'Save note' }).click()
    await client.getByText('“a bit larger”').waitFor()
    for (const theme of THEMES) {
      await setTheme(client, theme)
      expect(await findFaults(client, `shared page, ${theme}`)).toEqual([])
    }
    await client.reload()
    await client.getByText('1 of 3 approved').waitFor()
    await expect.poll(() => first.getAttribute('aria-pressed')).toBe('true')
    await client
      .getByRole('button', { name: /^Open / })
      .first()
      .click()
    const large = client.getByRole('dialog').getByRole('img')
    await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1_000)
    expect(complaints).toEqual([])

    await page.goto(`${url}/mockups`)
    await page.getByRole('region', { name: 'sunset club' }).getByText('1 approved').waitFor()
    await page.getByRole('button', { name: 'Shared Links' }).click()
    const row = page.getByRole('dialog').getByRole('listitem').first()
    await row.getByText('1 of 3 approved').waitFor()
    await row.getByRole('button', { name: '1 note' }).click()
    await row.getByText('“a bit larger”').waitFor()
  },
)

test('a link that is taken back says so to whoever comes, with its status; one that never was is not there', async () => {
  const link = await shareGroup()
  await page.getByRole('button', { name: 'Shared Links' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText(/revoked/).waitFor()
  const { page: client } = await openPage()
  expect((await client.goto(link))?.status()).toBe(410)
  await client.getByRole('heading', { name: 'This link has ended' }).waitFor()
  expect((await client.goto(`${url}/s/${'x'.repeat(43)}`))?.status()).toBe(404)
  await client.getByRole('heading', { name: 'This link opens nothing' }).waitFor()
  expect((await client.goto(`${url}/s/..%00`))?.status()).toBeGreaterThanOrEqual(400)
})

test('a tick that could not be kept is taken off again, with the reason', async () => {
  const link = await shareGroup()
  const { page: client } = await openPage()
  await client.goto(link)
  const approve = client.getByRole('button', { name: /^Approved? / }).first()
  await approve.waitFor()
  await db.share.updateMany({ data: { revokedAt: new Date() } })
  await approve.click()
  await client.getByText('This link has expired or was taken back.').first().waitFor()
  await client.getByRole('heading', { name: 'This link has ended' }).waitFor()
})
