import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { intercept, openPage, untilQuiet } from './browser.ts'
import { openTestServer } from './test-server.ts'

// The sandbox's account chooser in a real popup; the server judges its tokens as it judges Google's.
const testServer = await openTestServer({ worker: 'none', hasVerification: true })
const { page, problems } = await openPage()
const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const google = page.getByRole('button', { name: 'Continue with Google' })

afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

const openChooser = async (): Promise<Page> => {
  const [popup] = await Promise.all([page.waitForEvent('popup'), google.click()])
  await popup.getByRole('heading', { name: 'Choose an account' }).waitFor()
  return popup
}

const SUBMIT = { login: 'Sign In', register: 'Create Account' } as const

test.each([
  {
    path: 'register',
    pending: 'Creating account...',
    account: /Maya Seller/,
    email: 'maya.seller@gmail.com',
    welcome: 'Welcome! Creating your account with Google...',
  },
  {
    path: 'login',
    pending: 'Signing in...',
    account: /Noor Prints/,
    email: 'noor.prints@gmail.com',
    welcome: 'Welcome! Signing in with Google...',
  },
] as const)(
  '$path: a chosen account is in, and the dashboard comes by a full page load',
  async ({ path, pending, account, email, welcome }) => {
    await page.goto(`${testServer.url}/${path}`)
    await page.evaluate(() => Object.assign(window, { isOldPage: true }))
    const popup = await openChooser()
    const waiting = page.getByRole('button', { name: pending, exact: true })
    await expect.poll(() => waiting.isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: SUBMIT[path], exact: true }).isDisabled()).toBe(true)

    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: account }).click()
    await closed
    await page.waitForURL(`${testServer.url}/dashboard`)
    await page.waitForFunction(() => !('isOldPage' in window))
    await page.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor()
    await toast.filter({ hasText: welcome }).waitFor()
    await expect
      .poll(() =>
        page.evaluate(() => [
          localStorage.getItem('google-success'),
          JSON.parse(localStorage.getItem('user') ?? '{}').email,
        ]),
      )
      .toEqual(['true', email])

    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(`${testServer.url}/login`)
    await expect
      .poll(() => page.evaluate(() => [localStorage.getItem('google-success'), localStorage.getItem('user')]))
      .toEqual([null, null])
  },
)

test.each([375, 1440])(
  'at %i px a plan chosen before registering with Google is offered on the dashboard',
  async (width) => {
    const { page: visitor } = await openPage({ viewport: { width, height: 812 } })
    await visitor.goto(`${testServer.url}/pricing`)
    await visitor.getByRole('link', { name: 'Choose Pro' }).click()
    await visitor.getByRole('link', { name: 'Create an account' }).click()
    await visitor.getByRole('heading', { name: 'Create Your Account' }).waitFor()
    const [popup] = await Promise.all([
      visitor.waitForEvent('popup'),
      visitor.getByRole('button', { name: 'Continue with Google' }).click(),
    ])
    await popup.getByLabel('Another account').fill(`plans-${width}@gmail.com`)
    await popup.getByRole('button', { name: 'Continue' }).click()
    await visitor.waitForURL(`${testServer.url}/dashboard`)
    await visitor.getByText('You chose the Pro plan').waitFor()
    await expect.poll(() => visitor.getByRole('button', { name: 'Continue to payment' }).isEnabled()).toBe(true)
    // It stays until it is put away.
    await visitor.reload()
    await visitor.getByText('You chose the Pro plan').waitFor()
    await visitor.getByRole('button', { name: 'Not now' }).click()
    await visitor.reload()
    await visitor.getByTestId('credits').waitFor()
    await expect.poll(() => visitor.getByText('You chose the Pro plan').count()).toBe(0)
  },
)

test.each([
  ['login', 'Google sign-in failed. Please try again.'],
  ['register', 'Google sign-up failed. Please try again.'],
] as const)('%s: a popup that is closed says “%s”, and both buttons are there again', async (path, words) => {
  await page.goto(`${testServer.url}/${path}`)
  const popup = await openChooser()
  const told = toast.filter({ hasText: words }).waitFor()
  await popup.close()
  await told
  await google.waitFor()
  await expect.poll(() => google.isEnabled()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: SUBMIT[path], exact: true }).isEnabled()).toBe(true)
})

test('a token that the server does not believe lets nobody in', async () => {
  await intercept(page, /auth\.googleLogin/, async (route) => {
    const body = route.request().postDataJSON() as { idToken: string }
    await route.continue({ postData: JSON.stringify({ ...body, idToken: `${body.idToken.slice(0, -6)}AAAAAA` }) })
  })
  await page.goto(`${testServer.url}/login`)
  const popup = await openChooser()
  await popup.getByRole('button', { name: /Maya Seller/ }).click()
  await toast.filter({ hasText: 'Google sign-in failed. Please try again.' }).waitFor()
  expect(page.url()).toBe(`${testServer.url}/login`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('where no popup opens, the whole page goes there and comes back signed in', async () => {
  const { page: strict } = await openPage()
  await strict.addInitScript(() => {
    window.open = () => null
  })
  await strict.goto(`${testServer.url}/login`)
  await strict.getByRole('button', { name: 'Continue with Google' }).click()
  await strict.waitForURL(`${testServer.sandbox}/google/chooser**`)
  await strict.getByLabel('Another account').fill('third@gmail.com')
  await strict.getByRole('button', { name: 'Continue' }).click()
  await strict.waitForURL(`${testServer.url}/dashboard`)
  await strict.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor()
  await expect
    .poll(() => strict.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').email))
    .toBe('third@gmail.com')
})

test('an answer that nobody here asked for signs nobody in', async () => {
  const { page: victim } = await openPage()
  await victim.goto(`${testServer.url}/login#state=of-somebody-else&email=eve%40gmail.com&uid=u&idToken=a.b.c`)
  await victim.getByRole('button', { name: 'Continue with Google' }).waitFor()
  await expect.poll(() => victim.url()).toBe(`${testServer.url}/login`)
  await expect.poll(() => victim.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('nothing of Google is loaded before it is needed, nor a Firebase where there is none', async () => {
  const { page: quiet } = await openPage()
  const asked: string[] = []
  quiet.on('request', (request) => asked.push(request.url()))
  await quiet.goto(`${testServer.url}/login`)
  await quiet.getByRole('button', { name: 'Continue with Google' }).waitFor()
  await untilQuiet(quiet)
  expect(asked.filter((address) => /google-(firebase|sandbox)|googleapis|gstatic|firebase/.test(address))).toEqual([])
  expect(asked.filter((address) => !address.startsWith(testServer.url) && !address.startsWith('data:'))).toEqual([])
})
