import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { intercept, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'

const { url, sandbox, faults } = await openTestServer({ hasSandbox: true })
const { page, problems } = await openPage()
/** The whole way through Stripe's pages and back, on a busy machine. */
const JOURNEY_MS = 300_000
const LOOK_MS = 5_000
/** Set, it is where each screen's pictures go. */
const PICTURES = process.env.BILLING_PICTURES

const credits = (text: string) => page.getByTestId('credits').filter({ hasText: text }).waitFor()
const clickable = (name: string | RegExp) => page.getByRole('button', { name })
const pay = async (card: RegExp, button: RegExp) => {
  await page.waitForURL(`${sandbox}/stripe/checkout/**`)
  await page.getByText('No card is charged and no money moves').waitFor()
  await page.getByLabel(card).check()
  await clickable(button).click()
}
const clock = async (act: string) => {
  await page.goto(`${sandbox}/stripe/clock`)
  await Promise.all([page.waitForEvent('load'), clickable(act).click()])
}

/** Looks at the account until it shows that: what Stripe says comes after the clock has been set. */
const accountShows = (seen: Locator) =>
  expect
    .poll(
      async () => {
        await page.goto(`${url}/account`)
        return seen
          .first()
          .waitFor({ timeout: LOOK_MS })
          .then(
            () => true,
            () => false,
          )
      },
      { timeout: 10 * LOOK_MS },
    )
    .toBe(true)

/** Holds the answer to who asks for the account, and gives what is true now: a slow line does so when money arrives meanwhile. */
async function holdAccount(): Promise<() => Promise<void>> {
  const now = await page.request.get(`${url}/api/trpc/user.get`)
  const account = await now.text()
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const held: Promise<void>[] = []
  await intercept(page, /trpc\/user\.get/, (route) => {
    const body = route.request().url().includes('batch=1') ? `[${account}]` : account
    held.push(isReleased.then(() => route.fulfill({ contentType: 'application/json', body })))
  })
  return async () => {
    expect(held.length).toBeGreaterThan(0)
    release()
    await Promise.all(held)
    await page.unroute(/trpc\/user\.get/)
    // What the page makes of the answer is drawn after the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  }
}

async function photograph(name: string): Promise<void> {
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  for (const theme of ['light', 'dark'])
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate((name) => (document.documentElement.className = name), theme)
      await page.screenshot({ path: join(PICTURES, `${name}-${theme}-${width}.png`), fullPage: true })
    }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.evaluate(() => (document.documentElement.className = 'light'))
}

test(
  'a seller chooses a plan as a visitor, buys it, is renewed, fails, mends, upgrades, cancels, resumes, tops up and ends',
  { timeout: JOURNEY_MS },
  async () => {
    await page.goto(`${url}/pricing`)
    await page.getByRole('link', { name: 'Choose Starter' }).click()
    await page.waitForURL(`${url}/login`)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('heading', { name: 'Create Your Account' }).waitFor() // the page before has a field of this name too, and the address changes before the page does
    await page.getByLabel('Email').fill('maya@example.com')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/dashboard`)
    await page.getByText('You chose the Starter plan').waitFor()
    await photograph('dashboard-chosen')

    await clickable('Continue to payment').click()
    await page.waitForURL(`${sandbox}/stripe/checkout/**`)
    await photograph('checkout')
    await page.getByRole('link', { name: /Go back without paying/ }).click()
    await page.waitForURL(`${url}/pricing?plan=starter`)
    await clickable('Continue to payment').click()
    await pay(/0002/, /Subscribe/)
    await page.getByRole('alert').filter({ hasText: 'Your card was declined' }).waitFor()
    await pay(/0341/, /Subscribe/)

    // Back on the account page: the balance changes by itself, and nothing is loaded again.
    await page.waitForURL(`${url}/account*`)
    await page.evaluate(() => ((window as { isSamePage?: boolean }).isSamePage = true))
    await page.getByText('100 credits are yours.').waitFor()
    await credits('110 credits')
    await page.getByText('Starter plan, new cycle').waitFor()
    await expect.poll(() => page.evaluate(() => (window as { isSamePage?: boolean }).isSamePage)).toBe(true)
    expect(new URL(page.url()).search).toBe('')
    await photograph('account-active')

    await clock('Go to the next billing cycle')
    await accountShows(page.getByText('Your last payment failed'))
    await page.locator('[data-variant=yellow]', { hasText: 'Past Due' }).waitFor()
    await photograph('account-past-due')
    await clickable('Update card').click()
    await page.waitForURL(`${sandbox}/stripe/portal/**`)
    await photograph('portal')
    await page.getByLabel(/4242/).check()
    await clickable('Update card').click()
    await page.getByText('On file: •••• 4242').waitFor()
    await page.getByRole('link', { name: /Return to Printroom/ }).click()
    await page.locator('[data-variant=green]', { hasText: 'Active' }).waitFor()

    await page.goto(`${url}/pricing`)
    await page.getByRole('region', { name: 'Starter' }).getByText('Current plan').waitFor()
    await photograph('pricing-current')
    await clickable('Upgrade to Pro').click()
    await page.waitForURL(`${sandbox}/stripe/portal/**`)
    await clickable('Confirm').click()
    await page.waitForURL(`${url}/account*`)
    await page.getByText('You are on the Pro plan now.').waitFor()
    await credits('510 credits')

    await clickable('Cancel Subscription').click()
    await page.getByLabel(/Why are you leaving/).fill('Testing the way out')
    await photograph('cancel-dialog')
    await clickable('Keep Subscription').click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await clickable('Cancel Subscription').click()
    await clickable('Yes, Cancel Subscription').click()
    await page.getByText(/Your plan ends on/).waitFor()
    // Paid for to its end, and yet not what an active plan looks like.
    await page.locator('[data-variant=red]', { hasText: 'Canceled' }).waitFor()
    await expect.poll(() => page.locator('[data-variant=green]', { hasText: 'Active' }).count()).toBe(0)
    await expect.poll(() => clickable('Cancel Subscription').count()).toBe(0)
    await photograph('account-ending')
    await clickable('Resume Subscription').click()
    await page.getByText(/Your plan ends on/).waitFor({ state: 'detached' })
    await page.locator('[data-variant=green]', { hasText: 'Active' }).waitFor()

    await page.goto(`${url}/pricing`)
    await clickable('Buy a top-up').click()
    await page.waitForURL(`${sandbox}/stripe/checkout/**`)
    const releaseAccount = await holdAccount()
    await pay(/4242/, /Pay/)
    await page.getByText('50 credits are yours.').waitFor()
    await credits('560 credits')
    await releaseAccount()
    await credits('560 credits')

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('printroom-credits.csv')
    await clock('Go to the next billing cycle')
    await accountShows(page.getByText('Pro plan, new cycle'))
    await credits('560 credits')

    await clickable('Cancel Subscription').click()
    await clickable('Yes, Cancel Subscription').click()
    await page.getByText(/Your plan ends on/).waitFor()
    await clock('Go to the next billing cycle')
    await accountShows(page.getByText('No plan'))
    await page.locator('[data-variant=red]', { hasText: 'Canceled' }).waitFor()
    await credits('60 credits')

    expect(problems.filter((problem) => !problem.includes('402'))).toEqual([])
    expect(faults).toEqual([])
  },
)
