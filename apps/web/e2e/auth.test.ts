import { afterEach, expect, test } from 'vitest'
import { hold, intercept, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'

const { url } = await openTestServer({ worker: 'none' })
const { page, problems } = await openPage()
const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

const haveAccount = (email: string) =>
  page.request.post(`${url}/api/auth/register`, { headers: { origin: url }, data: { email } })

afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // Whatever came of a test, the next one begins as a visitor.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

test.each([
  { page: 'login', submit: 'Sign In', pending: 'Signing In...' },
  { page: 'register', submit: 'Create Account', pending: 'Creating Account...' },
])(
  '$page: while it is on its way the button says so and both buttons wait',
  async ({ page: path, submit, pending }) => {
    const release = await hold(page, /auth\.(login|register)/, (route) => route.abort())
    await page.goto(`${url}/${path}`)
    // Typing can start at once.
    await page.waitForFunction(() => document.activeElement?.id === 'email')
    const email = page.getByLabel('Email')
    await expect.poll(() => email.getAttribute('type')).toBe('email')
    await email.fill('maya@example.com')
    await page.getByRole('button', { name: submit, exact: true }).click()
    const waiting = page.getByRole('button', { name: pending, exact: true })
    await waiting.waitFor()
    await expect.poll(() => waiting.isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Continue with Google' }).isDisabled()).toBe(true)
    release()
    await page.getByRole('button', { name: submit, exact: true }).waitFor()
    await expect.poll(() => email.inputValue()).toBe('maya@example.com')
  },
)

test('a visitor who chooses a plan is sent to the login page', async () => {
  await page.goto(`${url}/pricing`)
  await page.getByRole('link', { name: 'Choose Pro' }).click()
  await page.waitForURL((address) => address.pathname === '/login')
})

test('a refused sign-up says why, and keeps what was typed', async () => {
  await page.goto(`${url}/register`)
  const email = page.getByLabel('Email')
  await email.fill('maya@example.com')
  await intercept(page, /auth\.register/, (route) => route.abort())
  await page.keyboard.press('Enter')
  await toast.filter({ hasText: 'Registration failed. Please try again.' }).waitFor()
  await page.unrouteAll()
  await haveAccount('maya@example.com')
  await page.getByRole('button', { name: 'Create Account', exact: true }).and(page.locator(':enabled')).waitFor()
  await page.keyboard.press('Enter')
  await toast.filter({ hasText: 'An account with this email already exists.' }).waitFor()
  await expect.poll(() => email.inputValue()).toBe('maya@example.com')
})

test.each([
  ['login', 'Google sign-in failed. Please try again.'],
  ['register', 'Google sign-up failed. Please try again.'],
])('%s: where Google cannot be reached it says “%s”', async (path, words) => {
  await intercept(page, /auth\.google/, (route) => route.abort())
  await page.goto(`${url}/${path}`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await toast.filter({ hasText: words }).waitFor()
  await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
})

test('who signs in is welcomed back', async () => {
  await haveAccount('lena@example.com')
  await page.context().clearCookies()
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill('Lena@Example.com')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/dashboard`)
  await toast.filter({ hasText: 'Welcome back!' }).waitFor()
})
