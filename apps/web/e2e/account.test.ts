import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'

const { url } = await openTestServer()
const { page } = await openPage()

const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test('nobody gets past the login page without a session, not even with a stored user that the server does not know', async () => {
  for (const path of ['/dashboard', '/designs', '/generate', '/mockups', '/account']) {
    await page.goto(url + path)
    await page.waitForURL(`${url}/login`)
  }
  await page.evaluate(() =>
    localStorage.setItem('user', JSON.stringify({ id: 'x', email: 'a@b.example', created_at: '2026-01-01T00:00:00Z' })),
  )
  await page.goto(`${url}/mockups`)
  await page.waitForURL(`${url}/login`)
  await expect.poll(() => stored('user')).toBeNull()
})

test('the login page says what is missing and what failed, and keeps what was typed', async () => {
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  await toast.filter({ hasText: 'Please enter your email address' }).waitFor()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await toast.filter({ hasText: 'Google sign-in failed. Please try again.' }).waitFor()
  await expect.poll(() => toast.count()).toBe(1)
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await toast.filter({ hasText: 'Invalid credentials. Please try again.' }).waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('nobody@example.com')
  await page.keyboard.press('F8')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[aria-label^=Notifications]') !== null))
    .toBe(true)
})

test('sidebar and theme are remembered, and signing out forgets the person', async () => {
  await page.goto(`${url}/register`)
  await page.getByLabel('Email').fill('maya@example.com')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/dashboard`)
  await page.getByText('Getting Started').waitFor()

  await page.keyboard.press('Control+b')
  await page.locator('aside[data-state=collapsed]').waitFor()
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect.poll(() => stored('theme')).toBe('dark')
  await page.reload()
  await page.locator('aside[data-state=collapsed]').waitFor()
  await page.locator('html.dark').waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Designs' }).click()
  await page.getByRole('heading', { name: 'Designs', exact: true }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${url}/login`)
  await expect.poll(() => stored('user')).toBeNull()
})

test('an address that leads nowhere says so', async () => {
  const answer = await page.goto(`${url}/no/such/page`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await expect.poll(() => page.title()).toContain('Page Not Found')
})
