import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { expectFocus, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, signUp, uploadDesign } from './seed.ts'
import { readZip } from './zip.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const email = 'maya@example.com'
const { page, problems } = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] })
const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
await signUp(page, testServer, email)
await uploadDesign(page, testServer, 'sunset club.png', await drawSun(0))

afterEach(() => {
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

const rows = (list: string) => page.getByRole('list', { name: list }).getByRole('listitem')
async function openAccount(at: Page = page): Promise<void> {
  await at.goto(`${testServer.url}/account`)
  await at.getByRole('heading', { name: 'Devices & Sessions' }).waitFor()
}
async function elsewhere(userAgent: string): Promise<Page> {
  const { page: other } = await openPage({ userAgent })
  await other.goto(`${testServer.url}/login`)
  await other.getByLabel('Email').fill(email)
  await other.keyboard.press('Enter')
  await other.waitForURL(`${testServer.url}/dashboard`)
  return other
}
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

test('the devices stand on the account page, and one of them can be signed out', async () => {
  const phone = await elsewhere(IPHONE)
  await openAccount()
  await rows('Sessions').filter({ hasText: 'Safari on iPhone' }).waitFor()
  expect(await rows('Sessions').count()).toBe(2)
  const here = rows('Sessions').filter({ hasText: 'This browser' })
  expect(await here.getByRole('button').count()).toBe(0)
  await page.getByRole('button', { name: 'Sign out: Safari on iPhone' }).click()
  await rows('Sessions').filter({ hasText: 'Safari on iPhone' }).waitFor({ state: 'detached' })
  expect(await rows('Sessions').count()).toBe(1)

  await phone.getByRole('button', { name: 'Toggle sidebar' }).waitFor()
  await phone.goto(`${testServer.url}/designs`)
  await phone.waitForURL(`${testServer.url}/login`)
})

test('an API key is named, shown once, copied, used by a program, and refused when it is revoked', async () => {
  await openAccount()
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create Key' })
  expect(await create.isDisabled()).toBe(true)
  await dialog.getByLabel('Name').fill('Shop import')
  await create.click()
  await dialog.getByText('Copy it now: it is shown this once.').waitFor()
  const key = await dialog.getByTestId('api-key').innerText()
  await page.bringToFront() // the clipboard is for the page that has the focus
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await toast.filter({ hasText: 'Key copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = rows('API keys').filter({ hasText: 'Shop import' })
  await row.getByText('never used').waitFor()

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(testServer.url + path, { ...init, headers: { authorization: `Bearer ${key}` } })
  const designs = (await (await ask('/api/designs')).json()) as { id: string; filename: string }[]
  expect(designs.map(({ filename }) => filename)).toEqual(['sunset club.png'])
  expect((await ask(`/api/designs/${designs[0]?.id}`, { method: 'DELETE' })).status).toBe(403)

  await page.reload()
  await row.getByText(/last used/).waitFor()
  expect(await page.locator('body').innerText()).not.toContain(key)
  await page.getByRole('button', { name: 'Revoke: Shop import' }).click()
  await page.getByRole('alertdialog', { name: 'Revoke key' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' }) // while it is open, the list behind it counts as hidden
  await row.waitFor({ state: 'detached' })
  expect((await ask('/api/designs')).status).toBe(401)
})

test('“Sign out everywhere” ends every browser at once, this one too', async () => {
  const desk = await elsewhere(FIREFOX)
  await openAccount()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign out everywhere' })
  await dialog.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await page.waitForURL(`${testServer.url}/login`)
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await desk.goto(`${testServer.url}/mockups`)
  await desk.waitForURL(`${testServer.url}/login`)
  expect(await testServer.db.session.count()).toBe(0)
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${testServer.url}/dashboard`)
})

test('everything we hold of a person comes as one zip', async () => {
  await openAccount()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('printroom-account.zip')
  const files = readZip(await readFile(await download.path()))
  const account = JSON.parse(files.get('account.json')?.toString() ?? '{}') as {
    user: { email: string }
    designs: { file: string }[]
  }
  expect(account.user.email).toBe(email)
  expect([...files.keys()].toSorted()).toEqual(['account.json', account.designs[0]?.file])
})

test('an account is deleted when its own email was typed, and by nothing less', async () => {
  const { page: gone } = await openPage()
  const user = await signUp(gone, testServer, 'leaving@example.com')
  await openAccount(gone)
  await gone.getByRole('button', { name: 'Delete account' }).click()
  const dialog = gone.getByRole('dialog', { name: 'Delete account' })
  const remove = dialog.getByRole('button', { name: 'Delete Account' })
  const typed = dialog.getByLabel(/^Type leaving@example.com/)
  await expectFocus(typed)
  for (const text of ['', 'delete', 'maya@example.com', 'leaving@example.co']) {
    await typed.fill(text)
    expect([text, await remove.isDisabled()]).toEqual([text, true])
    await typed.press('Enter')
  }
  expect(await testServer.db.user.findUnique({ where: { id: user.id } })).toMatchObject({
    email: 'leaving@example.com',
  })
  await dialog.getByRole('button', { name: 'Keep Account' }).click()
  await dialog.waitFor({ state: 'detached' })

  await gone.getByRole('button', { name: 'Delete account' }).click()
  await typed.fill(' Leaving@Example.com ')
  await remove.click()
  await gone.waitForURL(`${testServer.url}/login`)
  await gone
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: 'Your account was deleted.' })
    .waitFor()
  expect(await testServer.db.user.count({ where: { email: 'leaving@example.com' } })).toBe(0)
  await gone.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  await gone.getByLabel('Email').fill('leaving@example.com')
  await gone.keyboard.press('Enter')
  await gone.getByText('Invalid credentials. Please try again.').first().waitFor()
})
