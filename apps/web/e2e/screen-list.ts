import type { Page } from 'playwright-core'
import type { Progress } from './seed.ts'
import type { Width } from './viewing.ts'

/** What a screen needs to be opened: the house, and things of the seller who lives in it. */
export type Visit = { url: string; designId: string; mockupId: string; setCredits: (credits: number) => Promise<void>; setPlan: (plan: Plan) => Promise<void>; maker: Maker }

/** A seller whose orders wait for a worker, and are moved on by hand. */
type Maker = { designId: string; setCredits: (credits: number) => Promise<void>; moveOrders: (progress: Progress) => Promise<void> }

/** What the database says of a seller's subscription. */
export type Plan = { subscriptionPlan: string; subscriptionStatus: string | null; subscriptionRenewsAt: Date | null; subscriptionEndsAt: Date | null; paymentRetryAt: Date | null }

const NO_PLAN: Plan = { subscriptionPlan: 'none', subscriptionStatus: null, subscriptionRenewsAt: null, subscriptionEndsAt: null, paymentRetryAt: null }
const SOON = new Date('2026-12-21T12:00:00Z')
const ACTIVE: Plan = { ...NO_PLAN, subscriptionPlan: 'pro', subscriptionStatus: 'active', subscriptionRenewsAt: SOON }
const ENDING: Plan = { ...ACTIVE, subscriptionRenewsAt: null, subscriptionEndsAt: SOON }
const PAST_DUE: Plan = { ...ACTIVE, subscriptionStatus: 'past_due', paymentRetryAt: SOON }
const CANCELED: Plan = { ...NO_PLAN, subscriptionStatus: 'canceled' }

type Screen = {
  name: string
  who: 'visitor' | 'newcomer' | 'seller' | 'maker'
  widths?: readonly Width[]
  /** Brings the page there, and waits until there is something to see. */
  open: (page: Page, visit: Visit) => Promise<void>
}

const COPIED = 'product=t-shirt&product_model=gildan-64000&colour=navy&model_style=flat-lay&background=wood-texture&design_size=medium'

async function go(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  await picturesAreThere(page)
}

/** Lazy pictures below the window are not waited for: they would not come. */
async function picturesAreThere(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight))
}

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const choose = (page: Page, name: string | RegExp) => page.getByRole('radio', { name }).click()

/** The wizard at a step from 2 to 6, with everything before it chosen. */
async function atStep(page: Page, { url, designId }: Visit, step: number): Promise<void> {
  await go(page, `${url}/generate?designId=${designId}`, 'Product Type')
  await choose(page, 'T-Shirt')
  await choose(page, 'Gildan 64000')
  if (step > 2) await next(page)
  if (step > 3) {
    await page.locator('[data-colour=navy]').click()
    await choose(page, step === 4 ? /Lifestyle Casual/ : /Flat Lay/)
    await next(page)
  }
  if (step > 4) {
    await choose(page, 'Wood Texture')
    await next(page)
  }
  if (step > 5) await next(page)
  await page.getByText(`Step ${step} of 6`).waitFor()
  await previewIsThere(page)
}

/** Drawn as chosen, or said to be a sketch. */
async function previewIsThere(page: Page): Promise<void> {
  await page.locator('canvas[data-state=drawn], canvas[data-state=no-plate]').waitFor({ state: 'attached' })
}

/** Four variations are ordered, and nobody has begun. */
async function order(page: Page, { url, maker }: Visit): Promise<void> {
  await maker.setCredits(20)
  await page.goto(`${url}/generate?${COPIED}&regenerate=true&designId=${maker.designId}`)
  await previewIsThere(page)
  await choose(page, /^4/)
  await page.getByRole('button', { name: 'Generate 4 Mockups' }).click()
  await page.getByText(/Number \d in line/).nth(3).waitFor()
}

async function atMenu(page: Page, { url }: Visit, item: string): Promise<void> {
  await go(page, `${url}/mockups`, 'My Mockups')
  await page.getByRole('button', { name: /^More for/ }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function withCredits(page: Page, visit: Visit, credits: number, title: string): Promise<void> {
  await visit.setCredits(credits)
  await atStep(page, visit, 6)
  await page.getByText(title).waitFor()
  await visit.setCredits(10)
}

async function withPlan(page: Page, visit: Visit, plan: Plan, path: string, seen: string): Promise<void> {
  await visit.setPlan(plan)
  await page.goto(visit.url + path)
  await page.getByText(seen, { exact: true }).first().waitFor()
  await visit.setPlan(NO_PLAN)
}

/** Every screen and every dialog, in every state that can be brought about. */
export const SCREENS: readonly Screen[] = [
  { name: 'Landing', who: 'visitor', open: (page, { url }) => go(page, url, 'How It Works') },
  {
    name: 'Examples',
    who: 'visitor',
    async open(page, { url }) {
      await go(page, `${url}/examples`, 'Try it on')
      await previewIsThere(page)
    },
  },
  { name: 'Pricing', who: 'visitor', open: (page, { url }) => go(page, `${url}/pricing`, 'Questions sellers ask') },
  { name: 'Page Not Found', who: 'visitor', open: (page, { url }) => go(page, `${url}/nowhere`, 'Page Not Found') },
  { name: 'Login', who: 'visitor', open: (page, { url }) => go(page, `${url}/login`, 'Welcome Back') },
  {
    name: 'Login without an email',
    who: 'visitor',
    async open(page, { url }) {
      await go(page, `${url}/login`, 'Welcome Back')
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await page.getByText('Please enter your email address.').first().waitFor()
    },
  },
  { name: 'Register', who: 'visitor', open: (page, { url }) => go(page, `${url}/register`, 'Create Your Account') },
  { name: 'Dashboard of a newcomer', who: 'newcomer', open: (page, { url }) => go(page, `${url}/dashboard`, 'Getting Started') },
  { name: 'Designs, none yet', who: 'newcomer', open: (page, { url }) => go(page, `${url}/designs`, 'No designs yet') },
  { name: 'Generate without a design', who: 'newcomer', open: (page, { url }) => go(page, `${url}/generate`, 'Upload a design first') },
  { name: 'My Mockups, none yet', who: 'newcomer', open: (page, { url }) => go(page, `${url}/mockups`, 'No mockups yet') },
  { name: 'Dashboard', who: 'seller', open: (page, { url }) => go(page, `${url}/dashboard`, 'Recent Mockups') },
  {
    name: 'Navigation sheet',
    who: 'seller',
    widths: [390],
    async open(page, { url }) {
      await go(page, `${url}/dashboard`, 'Recent Mockups')
      await page.getByRole('button', { name: 'Toggle sidebar' }).click()
      await page.getByRole('dialog', { name: 'Navigation' }).waitFor()
    },
  },
  {
    name: 'Designs',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/designs`, 'Designs')
      await page.getByRole('img', { name: 'sunset club.png' }).waitFor()
    },
  },
  {
    name: 'Upload dialog',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/designs`, 'Designs')
      await page.getByRole('button', { name: 'Upload Design' }).click()
      await page.getByText('Drop your PNG here').waitFor()
    },
  },
  {
    name: 'Design preview',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/designs`, 'Designs')
      await page.getByRole('button', { name: 'Preview sunset club.png' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Generate Mockup' }).waitFor()
    },
  },
  {
    name: 'Rename dialog with a fault',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/designs`, 'Designs')
      await page.getByRole('button', { name: 'More for sunset club.png' }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByLabel('Filename').fill('sunset club')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Filename must end with .png').waitFor()
    },
  },
  {
    name: 'Delete Design',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/designs`, 'Designs')
      await page.getByRole('button', { name: 'More for sunset club.png' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog', { name: 'Delete Design' }).waitFor()
    },
  },
  { name: 'Wizard 1, Choose Design', who: 'seller', open: (page, { url }) => go(page, `${url}/generate`, 'Choose Design') },
  { name: 'Wizard 2, Product Type', who: 'seller', open: (page, visit) => atStep(page, visit, 2) },
  { name: 'Wizard 3, Color & Style', who: 'seller', open: (page, visit) => atStep(page, visit, 3) },
  {
    name: 'Wizard 3, no color found',
    who: 'seller',
    async open(page, visit) {
      await atStep(page, visit, 3)
      await page.getByRole('searchbox', { name: 'Search colors' }).fill('plaid')
      await page.getByText('No colors match').waitFor()
    },
  },
  { name: 'Wizard 4, Background & Model', who: 'seller', open: (page, visit) => atStep(page, visit, 4) },
  { name: 'Wizard 5, Design Settings', who: 'seller', open: (page, visit) => atStep(page, visit, 5) },
  { name: 'Wizard 6, Generate', who: 'seller', open: (page, visit) => atStep(page, visit, 6) },
  { name: 'Wizard 6, few credits', who: 'seller', open: (page, visit) => withCredits(page, visit, 3, 'Low Credits') },
  { name: 'Wizard 6, no credits', who: 'seller', open: (page, visit) => withCredits(page, visit, 0, 'Out of Credits') },
  { name: 'Settings Copied', who: 'seller', open: (page, { url }) => go(page, `${url}/generate?${COPIED}&copiedSettings=true`, 'Choose Design') },
  {
    name: 'Regenerating Mockup',
    who: 'seller',
    async open(page, { url, designId }) {
      await page.goto(`${url}/generate?${COPIED}&regenerate=true&designId=${designId}`)
      await page.getByText('Regenerating Mockup').waitFor()
      await previewIsThere(page)
    },
  },
  { name: 'My Mockups', who: 'seller', open: (page, { url }) => go(page, `${url}/mockups`, 'My Mockups') },
  {
    name: 'My Mockups, some selected',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      await page.getByRole('checkbox', { name: /^Select sunset club/ }).first().click()
      await page.getByText('1 selected').waitFor()
    },
  },
  {
    name: 'Mockup detail',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      await page.getByRole('button', { name: /^Open sunset club/ }).first().click()
      await page.getByRole('dialog').getByRole('link', { name: 'Download' }).waitFor()
      await picturesAreThere(page)
    },
  },
  {
    name: 'Mockup menu',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      await page.getByRole('button', { name: /^More for/ }).first().click()
      await page.getByRole('menuitem', { name: 'Regenerate' }).waitFor()
    },
  },
  {
    name: 'Debug Info',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      await page.getByRole('button', { name: 'Debug Info' }).first().click()
      await page.getByText('oiled wood').waitFor()
    },
  },
  {
    name: 'Color Variations',
    who: 'seller',
    async open(page, visit) {
      await atMenu(page, visit, 'Color Variations')
      await choose(page, /Quick recolor/)
      await page.locator('[data-colour=red]').click()
    },
  },
  { name: 'Delete Mockup', who: 'seller', open: (page, visit) => atMenu(page, visit, 'Delete') },
  { name: 'Account', who: 'seller', open: (page, { url }) => go(page, `${url}/account`, 'Recent Activity') },
  { name: 'Account, active plan', who: 'seller', open: (page, visit) => withPlan(page, visit, ACTIVE, '/account', 'Renews Dec 21, 2026') },
  { name: 'Account, past due', who: 'seller', open: (page, visit) => withPlan(page, visit, PAST_DUE, '/account', 'Your last payment failed') },
  { name: 'Account, ending', who: 'seller', open: (page, visit) => withPlan(page, visit, ENDING, '/account', 'Your plan ends on Dec 21, 2026') },
  { name: 'Account, canceled', who: 'seller', open: (page, visit) => withPlan(page, visit, CANCELED, '/account', 'Canceled') },
  {
    name: 'Cancel Subscription',
    who: 'seller',
    async open(page, visit) {
      await withPlan(page, visit, ACTIVE, '/account', 'Cancel Subscription')
      await page.getByRole('button', { name: 'Cancel Subscription' }).click()
      await page.getByLabel(/Why are you leaving/).fill('A break over the winter')
    },
  },
  { name: 'Pricing, current plan', who: 'seller', open: (page, visit) => withPlan(page, visit, ACTIVE, '/pricing', 'Current plan') },
  { name: 'Pricing, past due', who: 'seller', open: (page, visit) => withPlan(page, visit, PAST_DUE, '/pricing', 'Your last payment failed') },
  { name: 'Pricing, signed in', who: 'seller', open: (page, { url }) => go(page, `${url}/pricing`, 'Questions sellers ask') },
  { name: 'Wizard 6, in line', who: 'maker', open: order },
  {
    name: 'Wizard 6, being made',
    who: 'maker',
    async open(page, visit) {
      await visit.maker.moveOrders(['done', 'done', 'done', 'done'])
      await order(page, visit)
      await visit.maker.moveOrders(['done', 97, 62])
      await page.getByText('Rendering 62%').waitFor()
      await page.getByText('1 of 4 done').waitFor()
      await picturesAreThere(page)
    },
  },
  {
    name: 'My Mockups, in the making',
    who: 'maker',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      await page.getByText('Rendering 62%').waitFor()
      await page.getByText(/Number \d in line/).waitFor()
    },
  },
]
