import { expect, test } from 'vitest'
import { expectFocus, openPage } from './browser.ts'
import { signUp } from './seed.ts'
import { openTestServer } from './test-server.ts'
import { findFaults, setTheme, THEMES, WIDTHS } from './viewing.ts'

// The reference at /docs/api, which the server draws: found, copied, tried, in both themes, on a desk and on a phone.

const testServer = await openTestServer({ worker: 'none' })
const { url } = testServer
/** What the browser complains of by itself when a tried path refuses. */
const REFUSED = /the server responded with a status of 401/

test('a reader searches, copies a sample in a language of their own, and tries a path with a key', async () => {
  const { page, problems } = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] })
  const reader = await openPage()
  await signUp(reader.page, testServer, 'reader@example.com')
  const made = await reader.page.request.post(`${url}/api/trpc/account.createApiKey`, {
    headers: { origin: url },
    data: { name: 'reference', scope: 'read' },
  })
  const { token } = ((await made.json()) as { result: { data: { token: string } } }).result.data

  await page.goto(`${url}/docs/api`)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await page.keyboard.press('/')
  await expectFocus(search)
  await search.fill('batches zip')
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'found' }).textContent()).toMatch(/^\d found$/)
  await search.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe('#downloadBatchListings')
  await search.press('Escape')
  await page.getByRole('link', { name: 'Read the account', exact: true }).click()

  const account = page.locator('#readAccount')
  await account.locator('summary', { hasText: 'Python' }).click()
  // There as everywhere, and when the page is opened again.
  const python = page.locator('#makeMockup [data-language=python]')
  await expect.poll(() => python.getAttribute('open')).toBe('')
  await page.reload()
  await expect.poll(() => python.getAttribute('open')).toBe('')
  await python.getByRole('button', { name: 'Copy' }).click()
  await python.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^from os import environ as env\nimport requests\n\nanswer = requests\.post\(/,
  )

  const open = account.getByRole('button', { name: 'Try it' })
  await open.press('Enter')
  const key = account.getByLabel('API key')
  await expectFocus(key)
  await key.fill('prk_none')
  await account.getByRole('button', { name: 'Send' }).click()
  await account.getByText('There is no such API key').waitFor()
  await key.fill(token)
  await key.press('Enter')
  await account.locator('.answer', { hasText: 'reader@example.com' }).waitFor()
  await expect.poll(() => account.locator('.answer p').textContent()).toMatch(/^200 OK · \d+ ms · /)
  // The next form has the key already, and what is read stays within the page's policy.
  const quote = page.locator('#quote')
  await quote.getByRole('button', { name: 'Try it' }).click()
  await quote.getByLabel('Body').fill('{')
  await quote.getByRole('button', { name: 'Send' }).click()
  await quote.locator('.answer', { hasText: 'bad_input' }).waitFor()
  expect(problems.filter((problem) => !REFUSED.test(problem) && !/status of 400/.test(problem))).toEqual([])
})

test('it is readable in both themes, and no wider than a phone', async () => {
  const { page, problems } = await openPage()
  const faults: string[] = []
  await page.goto(`${url}/docs/api#makeMockup`)
  const entry = page.locator('#makeMockup')
  await entry.getByRole('button', { name: 'Try it' }).click()
  await entry.getByLabel('Body').waitFor()
  await page.getByRole('searchbox').fill('mockup')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of THEMES) {
      await setTheme(page, theme)
      const rules = width === 1440 ? (theme === 'light' ? 'all' : 'contrast') : 'none'
      faults.push(...(await findFaults(page, `${width} ${theme}`, rules)))
    }
  }
  expect(faults).toEqual([])
  expect(problems).toEqual([])
})
