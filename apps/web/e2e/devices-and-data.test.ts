import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterEach, expect, test, vi } from 'vitest'
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

/** What a line says that somebody pastes into a shell, curl's own progress apart. */
const shell = async (line: string, env: Record<string, string> = {}) =>
  (await promisify(execFile)('sh', ['-c', line], { env: { PATH: process.env.PATH, ...env } })).stdout

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
  await expect.poll(() => rows('Sessions').count()).toBe(2)
  const here = rows('Sessions').filter({ hasText: 'This browser' })
  await expect.poll(() => here.getByRole('button').count()).toBe(0)
  await page.getByRole('button', { name: 'Sign out: Safari on iPhone' }).click()
  await rows('Sessions').filter({ hasText: 'Safari on iPhone' }).waitFor({ state: 'detached' })
  await expect.poll(() => rows('Sessions').count()).toBe(1)

  await phone.getByRole('button', { name: 'Toggle sidebar' }).waitFor()
  await phone.goto(`${testServer.url}/designs`)
  await phone.waitForURL(`${testServer.url}/login`)
})

test('an API key is named, capped, shown once, tried with the copied line, seen in its requests, changed and revoked', async () => {
  await openAccount()
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create Key' })
  await expect.poll(() => create.isDisabled()).toBe(true)
  await dialog.getByLabel('Name').fill('Shop import')
  await dialog.getByRole('radio', { name: /^Make/ }).check()
  await dialog.getByLabel('Monthly cap').fill('25')
  await dialog.getByLabel('Expires').selectOption('In 30 days')
  await create.click()
  await dialog.getByText('Copy it now: it is shown this once.').waitFor()
  const key = await dialog.getByTestId('api-key').innerText()
  await page.bringToFront() // the clipboard is for the page that has the focus
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await toast.filter({ hasText: 'Key copied' }).waitFor()
  await expect.poll(() => copied()).toBe(key)
  await dialog.getByRole('button', { name: 'Copy curl' }).click()
  await toast.filter({ hasText: 'curl line copied' }).waitFor()
  const line = await copied()
  expect(JSON.parse(await shell(line))).toMatchObject({
    email,
    api_key: {
      name: 'Shop import',
      scope: 'make',
      monthly_cap: 25,
      spent_this_month: 0,
      expires_at: expect.any(String),
    },
  })
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = rows('API keys').filter({ hasText: 'Shop import' })
  await row.getByText('0 of 25 credits this month').waitFor()
  await row.getByRole('button', { name: 'Copy curl line' }).click()
  await toast.filter({ hasText: 'Put the key in place of $PRINTROOM_API_KEY.' }).waitFor()
  expect(await shell(await copied(), { PRINTROOM_API_KEY: key })).toBe(await shell(line))

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(testServer.url + path, { ...init, headers: { authorization: `Bearer ${key}` } })
  const designs = (await (await ask('/api/designs')).json()) as { id: string; filename: string }[]
  expect(designs.map(({ filename }) => filename)).toEqual(['sunset club.png'])
  expect((await ask(`/api/designs/${designs[0]?.id}`, { method: 'DELETE' })).status).toBe(403)
  const { userId } = await testServer.db.apiKey.findFirstOrThrow()
  await vi.waitFor(async () => expect(await testServer.db.apiRequest.count({ where: { userId } })).toBe(5), {
    timeout: 20_000,
  })

  await page.reload()
  await row.getByText(/last used .* from 127\.0\.0\.1/).waitFor()
  await expect.poll(() => page.locator('body').innerText()).not.toContain(key)
  await row.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('heading', { name: 'API Requests' }).waitFor()
  const asked = rows('Requests')
  await asked.filter({ hasText: 'GET /api/user' }).first().waitFor()
  await expect.poll(() => asked.count()).toBe(5)
  await page.getByLabel('Failures only').check()
  await expect
    .poll(() => asked.allInnerTexts())
    .toEqual([expect.stringMatching(/^403[^]*DELETE \/api\/designs\/[^]*forbidden/)])
  await page.getByRole('link', { name: 'Account', exact: true }).last().click()

  await row.getByRole('button', { name: 'Edit' }).click()
  await expect.poll(() => dialog.getByRole('radio', { name: /^All/ }).isDisabled()).toBe(true)
  await dialog.getByLabel('Name').fill('Nightly')
  await dialog.getByLabel('Monthly cap').fill('')
  await dialog.getByLabel('Expires').selectOption('Never')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const changed = rows('API keys').filter({ hasText: 'Nightly' })
  await changed.getByText('0 credits this month, no cap').waitFor()
  await changed.getByText('never expires').waitFor()
  await page.getByRole('button', { name: 'Revoke: Nightly' }).click()
  await page.getByRole('alertdialog', { name: 'Revoke key' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' }) // while it is open, the list behind it counts as hidden
  await changed.waitFor({ state: 'detached' })
  expect((await ask('/api/designs')).status).toBe(401)
})

test('“Sign out everywhere” ends every browser at once, this one too', async () => {
  const desk = await elsewhere(FIREFOX)
  await openAccount()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign out everywhere' })
  await dialog.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await page.waitForURL(`${testServer.url}/login`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull()
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
