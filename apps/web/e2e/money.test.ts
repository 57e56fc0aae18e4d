import { afterEach, expect, test } from 'vitest'
import { expectFocus, intercept, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, setCredits, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { url } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const subscribe = (status: string) =>
  testServer.db.user.update({
    where: { id: user.id },
    data: {
      subscriptionPlan: 'pro',
      subscriptionStatus: status,
      stripeCustomerId: 'cus_1',
      stripeSubscriptionId: 'sub_1',
    },
  })

afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

test('a payment page that cannot be reached is said so', async () => {
  await page.goto(`${url}/pricing`)
  await intercept(page, /billing\.checkout/, (route) => route.abort())
  await page.getByRole('button', { name: 'Buy a top-up' }).click()
  await toast.filter({ hasText: 'Failed to create checkout session. Please try again.' }).waitFor()
})

test('a billing portal that is not set up is said so, and one that cannot be reached', async () => {
  await subscribe('active')
  await page.goto(`${url}/account`)
  const manage = page.getByRole('button', { name: 'Manage Billing' })
  await manage.click()
  await toast
    .filter({ hasText: 'Billing Portal Not Configured' })
    .filter({ hasText: 'Please configure the Customer Portal in your Stripe dashboard first.' })
    .waitFor()
  await intercept(page, /billing\.portal/, (route) => route.abort())
  await manage.click()
  await toast.filter({ hasText: 'Failed to open billing portal. Please try again.' }).waitFor()
})

test('cancelling can be thought better of, and a failure keeps the reason', async () => {
  await subscribe('active')
  await page.goto(`${url}/account`)
  const open = page.getByRole('button', { name: 'Cancel Subscription' })
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Subscription' })
  await open.click()
  await dialog.getByRole('button', { name: 'Keep Subscription' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(open)
  await open.click()
  await dialog.getByRole('textbox').fill('A break')
  await intercept(page, /billing\.cancel/, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Yes, Cancel Subscription' }).click()
  await toast.filter({ hasText: 'Failed to cancel subscription. Please try again.' }).waitFor()
  await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('A break')
})

test.each([
  ['active', 'green', 1],
  ['past_due', 'yellow', 0],
  ['canceled', 'red', 0],
  ['other', 'grey', 0],
])(
  'a subscription that is %s has a %s badge, and cancelling is offered only when it is active',
  async (status, colour, offers) => {
    await subscribe(status)
    await page.goto(`${url}/account`)
    await page.locator(`[data-variant=${colour}]`).first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Cancel Subscription' }).count()).toBe(offers)
  },
)

test('whoever is out of credits or past due is led to where that is mended', async () => {
  const design = await uploadDesign(page, testServer, 'sun.png', await drawSun())
  const lastStep = `${url}/generate?product=mug&colour=mug-white&model_style=studio-product&background=white-studio&design_size=medium&regenerate=true&designId=${design.id}`
  const follow = async (name: string, path: string) => {
    await page.getByRole('main').getByRole('link', { name }).click()
    await page.waitForURL(url + path)
  }
  await subscribe('past_due')
  await page.goto(`${url}/pricing`)
  await follow('Go to account', '/account')
  await page.getByRole('button', { name: 'Update card' }).waitFor()

  await setCredits(testServer, user.id, 0)
  await page.goto(lastStep)
  await page.getByText('Out of Credits').waitFor()
  await follow('Update card', '/account')

  await subscribe('active')
  await page.goto(lastStep)
  await page.getByText('Out of Credits').waitFor()
  await follow('Buy Credits', '/pricing')

  await setCredits(testServer, user.id, 4)
  await page.goto(lastStep)
  await page.getByText('Low Credits').waitFor()
  await follow('Buy Credits', '/pricing')
})
