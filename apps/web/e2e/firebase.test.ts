import { expect, test } from 'vitest'
import { intercept, openPage, untilQuiet } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { signUp } from './seed.ts'

// Firebase's own client in the page, and a Firebase that this file answers for: it cannot be reached from everywhere,
// and no key of a project of ours belongs here. What the server makes of a token is told in its own tests.

const API_KEY = 'key-of-no-project'
const ID_TOKEN = 'header.claims.signature'
const testServer = await openTestServer({
  worker: 'none',
  settings: {
    FIREBASE_API_KEY: API_KEY,
    FIREBASE_AUTH_DOMAIN: 'no-project.firebaseapp.com',
    FIREBASE_PROJECT_ID: 'no-project',
  },
})
const { page, problems } = await openPage()

/** What Firebase keeps of somebody who is signed in to Google in this browser. */
const MAYA = {
  uid: 'google-uid-of-maya',
  email: 'maya@gmail.com',
  displayName: 'Maya',
  emailVerified: true,
  isAnonymous: false,
  providerData: [
    {
      providerId: 'google.com',
      uid: 'maya@gmail.com',
      email: 'maya@gmail.com',
      displayName: 'Maya',
      phoneNumber: null,
      photoURL: null,
    },
  ],
  stsTokenManager: { refreshToken: 'refresh', accessToken: ID_TOKEN, expirationTime: Date.now() + 3_600_000 },
  createdAt: '1790000000000',
  lastLoginAt: '1790000000000',
  apiKey: API_KEY,
  appName: '[DEFAULT]',
}

test('somebody signed in to Google here and not handled yet is let in on load, once, and Logout signs out of Google too', async () => {
  const user = await signUp(page, testServer, MAYA.email)
  const entries: unknown[] = []
  await intercept(page, 'https://identitytoolkit.googleapis.com/**', (route) => {
    const known = {
      localId: MAYA.uid,
      email: MAYA.email,
      displayName: MAYA.displayName,
      emailVerified: true,
      providerUserInfo: MAYA.providerData,
      createdAt: MAYA.createdAt,
      lastLoginAt: MAYA.lastLoginAt,
    }
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: { users: [known] },
    })
  })
  await intercept(page, '**/api/trpc/auth.googleLogin', (route) => {
    entries.push(route.request().postDataJSON())
    return route.fulfill({ json: { result: { data: { user } } } })
  })
  await page.evaluate(
    ([key, value]) => {
      localStorage.removeItem('user')
      localStorage.setItem(key, value)
    },
    [`firebase:authUser:${API_KEY}:[DEFAULT]`, JSON.stringify(MAYA)] as const,
  )

  await page.goto(`${testServer.url}/login`)
  await page.waitForURL(`${testServer.url}/dashboard`)
  await page.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor()
  expect(entries).toEqual([{ email: MAYA.email, displayName: MAYA.displayName, uid: MAYA.uid, idToken: ID_TOKEN }])

  // The mark of success keeps the listener from letting the same one in again behind the person's back.
  await page.evaluate(() => localStorage.removeItem('user'))
  await page.goto(`${testServer.url}/login`)
  await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
  await untilQuiet(page)
  expect(page.url()).toBe(`${testServer.url}/login`)
  expect(entries).toHaveLength(1)

  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(user))
  await page.goto(`${testServer.url}/dashboard`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${testServer.url}/login`)
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith('firebase:authUser') || key === 'google-success'),
      ),
    )
    .toEqual([])
  expect(problems).toEqual([])
})
