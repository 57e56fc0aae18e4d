import { ACTIVE, CANCELED, ENDING, go, PAST_DUE, type Screen, withPlan } from './screen-steps.ts'

/** The account page and its dialogs. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  { name: 'Account', who: 'seller', open: (page, { url }) => go(page, `${url}/account`, 'Recent Activity') },
  {
    name: 'API Requests, none yet',
    who: 'newcomer',
    open: (page, { url }) => go(page, `${url}/account/requests`, 'No requests yet'),
  },
  {
    name: 'API Requests',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/account/requests`, 'API Requests')
      await page.getByText('key_cap_reached').waitFor()
    },
  },
  {
    name: 'New API Key',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/account`, 'API Keys')
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('radio', { name: /^Make/ }).check()
      await page.getByLabel('Expires').selectOption('day')
      await page.getByLabel('Last day').waitFor()
    },
  },
  {
    name: 'Edit API Key',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/account`, 'API Keys')
      await page.getByRole('button', { name: 'Edit: Shop import' }).click()
      await page.getByText('A key’s scope can only be narrowed.').waitFor()
    },
  },
  {
    name: 'Your new key',
    who: 'newcomer',
    async open(page, { url }) {
      await go(page, `${url}/account`, 'API Keys')
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Shop import')
      await page.getByRole('button', { name: 'Create Key' }).click()
      await page.getByText('Try it in a terminal').waitFor()
    },
  },
  {
    name: 'New Webhook Endpoint',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/account`, 'Webhooks')
      await page.getByRole('button', { name: 'New endpoint' }).click()
      await page.getByRole('heading', { name: 'New endpoint' }).waitFor()
    },
  },
  {
    name: 'Edit Webhook Endpoint',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/account`, 'Webhooks')
      await page.getByRole('button', { name: /^Edit: https/ }).click()
      await page.getByRole('heading', { name: 'Edit endpoint' }).waitFor()
    },
  },
  {
    name: 'Webhook Messages',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/account`, 'Webhooks')
      await page.getByRole('button', { name: /^Messages: / }).click()
      await page.locator('summary').nth(1).click()
      await page.locator('details[open]').getByText('Service Unavailable').waitFor()
    },
  },
  {
    name: 'Account, active plan',
    who: 'seller',
    open: (page, visit) => withPlan(page, visit, ACTIVE, '/account', 'Renews Dec 21, 2026'),
  },
  {
    name: 'Account, past due',
    who: 'seller',
    open: (page, visit) => withPlan(page, visit, PAST_DUE, '/account', 'Your last payment failed'),
  },
  {
    name: 'Account, ending',
    who: 'seller',
    open: (page, visit) => withPlan(page, visit, ENDING, '/account', 'Your plan ends on Dec 21, 2026'),
  },
  {
    name: 'Account, canceled',
    who: 'seller',
    open: (page, visit) => withPlan(page, visit, CANCELED, '/account', 'Canceled'),
  },
  {
    name: 'Cancel Subscription',
    who: 'seller',
    async open(page, visit) {
      await withPlan(page, visit, ACTIVE, '/account', 'Cancel Subscription')
      await page.getByRole('button', { name: 'Cancel Subscription' }).click()
      await page.getByLabel(/Why are you leaving/).fill('A break over the winter')
    },
  },
]
