import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { expectFocus, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'

// Verification is on: a code by mail, read where a developer reads it, on the sandbox's outbox page.
const testServer = await openTestServer({ worker: 'none', hasVerification: true })
const { page, problems } = await openPage()
const toastOf = (at: Page) => at.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const toast = toastOf(page)

afterEach(() => {
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

async function askFor(at: Page, email: string, path = 'login'): Promise<void> {
  await at.goto(`${testServer.url}/${path}`)
  await at.getByLabel('Email').fill(email)
  await at.keyboard.press('Enter')
  await at.getByLabel('Code', { exact: true }).waitFor()
}

/** The newest mail to an address, as the outbox shows it. */
async function mailTo(at: Page, email: string): Promise<{ outbox: Page; code: string; link: string }> {
  const outbox = await at.context().newPage()
  await outbox.goto(`${testServer.sandbox}/outbox`)
  const mail = outbox
    .getByRole('article')
    .filter({ hasText: `to ${email}` })
    .first()
  const text = await mail.innerText()
  const code = /^[0-9A-Z]{4} [0-9A-Z]{4}$/m.exec(text)?.[0] ?? ''
  return { outbox, code, link: (await mail.getByRole('link').getAttribute('href')) ?? '' }
}

test('the code is asked for in the same card; a wrong one is refused, the right one lets in', async () => {
  await askFor(page, 'maya@example.com', 'register')
  await expect.poll(() => page.getByRole('heading', { name: 'Create Your Account' }).isVisible()).toBe(true)
  await page.getByText('We sent a code to maya@example.com').waitFor()
  const field = page.getByLabel('Code', { exact: true })
  await expectFocus(field)
  await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code')

  await field.fill('123')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByText('The code has 8 letters and digits').waitFor()
  await field.fill('ZZZZ ZZZZ')
  await page.keyboard.press('Enter')
  await toast
    .filter({ hasText: 'This code is not right or no longer valid. Check it, or ask for a new one.' })
    .waitFor()
  await expect.poll(() => field.inputValue()).toBe('ZZZZ ZZZZ')

  const { outbox, code } = await mailTo(page, 'maya@example.com')
  await outbox.close()
  await field.fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL(`${testServer.url}/dashboard`)
  await toast.filter({ hasText: 'Account created successfully! Welcome to the product.' }).waitFor()
})

test('a browser that is known goes straight in', async () => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  await page.getByLabel('Email').fill('maya@example.com')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${testServer.url}/dashboard`)
  await toast.filter({ hasText: 'Welcome back!' }).waitFor()
})

test('a new code can be asked for when the count-down is over, and either of the two works', async () => {
  const { page: other } = await openPage()
  await other.clock.install()
  await askFor(other, 'maya@example.com')
  // Held still: what a slow machine needs between two looks is not to be counted down.
  await other.clock.pauseAt((await other.evaluate(() => Date.now())) + 1_000)
  const { outbox, code: first } = await mailTo(other, 'maya@example.com')
  const waiting = other.getByRole('button', { name: /^New code in \d+ s$/ })
  await expect.poll(() => waiting.isDisabled()).toBe(true)
  const seconds = async () => Number.parseInt((await waiting.textContent())?.replace(/\D+/g, '') ?? '', 10)
  const left = await seconds()
  expect(left).toBeLessThanOrEqual(30)
  expect(left).toBeGreaterThan(10)
  await other.clock.runFor(10_000)
  await expect.poll(seconds).toBe(left - 10)
  await other.clock.runFor((left - 10) * 1_000)
  await other.getByRole('button', { name: 'Send a new code' }).click()
  await waiting.waitFor()
  await other.clock.resume()
  await outbox.reload()
  await expect.poll(() => outbox.getByRole('article').filter({ hasText: 'to maya@example.com' }).count()).toBe(3)
  await outbox.close()
  await other.getByLabel('Code', { exact: true }).fill(first)
  await other.keyboard.press('Enter')
  await other.waitForURL(`${testServer.url}/dashboard`)
})

test('another email can be given instead, and the first is still there to be changed', async () => {
  const { page: other } = await openPage()
  await askFor(other, 'typo@example.com')
  await other.getByRole('button', { name: 'Use another email' }).click()
  await expect.poll(() => other.getByLabel('Email').inputValue()).toBe('typo@example.com')
})

test('the link in the mail signs in where it was asked for, once, and nowhere else', async () => {
  const { page: asker } = await openPage()
  await askFor(asker, 'noor@example.com')
  const { outbox, link } = await mailTo(asker, 'noor@example.com')
  expect(link.startsWith(`${testServer.url}/login#`)).toBe(true)

  const { page: thief } = await openPage()
  await thief.goto(link)
  await toastOf(thief).filter({ hasText: 'This code is not right or no longer valid.' }).waitFor()
  expect(thief.url()).toBe(`${testServer.url}/login`)

  await outbox.getByRole('article').filter({ hasText: 'noor@example.com' }).getByRole('link').first().click()
  await outbox.waitForURL(`${testServer.url}/dashboard`)
  await toastOf(outbox).filter({ hasText: 'Welcome back!' }).waitFor()
  // The tab that still showed the code field is in as well.
  await asker.waitForURL(`${testServer.url}/dashboard`)

  const { page: hasty } = await openPage()
  await askFor(hasty, 'noor@example.com')
  const again = await mailTo(hasty, 'noor@example.com')
  await hasty.goto(again.link) // in the tab that shows the code field: nothing but what is behind the # changes
  await hasty.waitForURL(`${testServer.url}/dashboard`)

  await asker.getByRole('button', { name: 'Logout' }).click()
  await asker.waitForURL(`${testServer.url}/login`)
  await asker.goto('about:blank')
  await asker.goto(link)
  await toastOf(asker).filter({ hasText: 'This code is not right or no longer valid.' }).waitFor()
})
