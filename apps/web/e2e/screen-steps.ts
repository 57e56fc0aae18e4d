import type { Page } from 'playwright-core'
import type { Progress } from './seed.ts'
import type { Width } from './viewing.ts'

/** What a screen needs to be opened: the testServer, and things of the seller who lives in it. */
export type Visit = {
  url: string
  designId: string
  mockupId: string
  setCredits: (credits: number) => Promise<void>
  setPlan: (plan: Plan) => Promise<void>
  maker: Maker
  /** Ids of the seller's scenes. */
  scenes: { ready: string; refused: string; measuring: string }
}

/** A seller whose orders wait for a worker, and are moved on by hand. */
type Maker = {
  designId: string
  setCredits: (credits: number) => Promise<void>
  moveOrders: (progress: Progress) => Promise<void>
  finishOrders: () => Promise<void>
  /** The first that is in line. */
  failOrder: (error: string) => Promise<void>
}

/** What the database says of a seller's subscription. */
export type Plan = {
  subscriptionPlan: string
  subscriptionStatus: string | null
  subscriptionRenewsAt: Date | null
  subscriptionEndsAt: Date | null
  paymentRetryAt: Date | null
}

const NO_PLAN: Plan = {
  subscriptionPlan: 'none',
  subscriptionStatus: null,
  subscriptionRenewsAt: null,
  subscriptionEndsAt: null,
  paymentRetryAt: null,
}
const SOON = new Date('2026-12-21T12:00:00Z')
export const ACTIVE: Plan = {
  ...NO_PLAN,
  subscriptionPlan: 'pro',
  subscriptionStatus: 'active',
  subscriptionRenewsAt: SOON,
}
export const ENDING: Plan = { ...ACTIVE, subscriptionRenewsAt: null, subscriptionEndsAt: SOON }
export const PAST_DUE: Plan = { ...ACTIVE, subscriptionStatus: 'past_due', paymentRetryAt: SOON }
export const CANCELED: Plan = { ...NO_PLAN, subscriptionStatus: 'canceled' }

export type Screen = {
  name: string
  who: 'visitor' | 'newcomer' | 'seller' | 'maker'
  widths?: readonly Width[]
  /** Brings the page there, and waits until there is something to see. */
  open: (page: Page, visit: Visit) => Promise<void>
}

export const COPIED =
  'product=t-shirt&product_model=gildan-64000&colour=navy&model_style=flat-lay&background=wood-texture&design_size=medium'

export async function go(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  await picturesAreThere(page)
}

/** Lazy pictures below the window are not waited for: they would not come. */
export async function picturesAreThere(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  )
}

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
export const choose = (page: Page, name: string | RegExp) => page.getByRole('radio', { name }).click()

/** The wizard at a step from 2 to 6, with everything before it chosen. */
export async function atStep(page: Page, { url, designId }: Visit, step: number): Promise<void> {
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
export async function previewIsThere(page: Page): Promise<void> {
  await page.locator('canvas[data-state=drawn], canvas[data-state=no-plate]').waitFor({ state: 'attached' })
}

/** Four variations are ordered, and nobody has begun. Each time in a colour of its own: a picture that is there already is not made. */
export async function order(page: Page, visit: Visit, colour: string): Promise<void> {
  await visit.maker.finishOrders()
  await visit.maker.setCredits(20)
  await pressGenerate(page, visit, colour)
  await page
    .getByText(/Number \d in line/)
    .nth(3)
    .waitFor()
}

export async function pressGenerate(page: Page, { url, maker }: Visit, colour: string): Promise<void> {
  await page.goto(`${url}/generate?${COPIED.replace('navy', colour)}&regenerate=true&designId=${maker.designId}`)
  await previewIsThere(page)
  await choose(page, /^4/)
  await page.getByRole('button', { name: 'Generate 4 Mockups' }).click()
}

export async function atMenu(page: Page, { url }: Visit, item: string): Promise<void> {
  await go(page, `${url}/mockups`, 'My Mockups')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

export async function withCredits(page: Page, visit: Visit, credits: number, title: string): Promise<void> {
  await visit.setCredits(credits)
  await atStep(page, visit, 6)
  await page.getByText(title).waitFor()
  await visit.setCredits(10)
}

export async function withPlan(page: Page, visit: Visit, plan: Plan, path: string, seen: string): Promise<void> {
  await visit.setPlan(plan)
  await page.goto(visit.url + path)
  await page.getByText(seen, { exact: true }).first().waitFor()
  await visit.setPlan(NO_PLAN)
}

/** A plan of two products, one of which comes in no such colour in its base model. */
export async function planBatch(page: Page, { url }: Visit): Promise<void> {
  await go(page, `${url}/batches`, 'Batches')
  await page.evaluate(() => sessionStorage.clear()) // what another screen has planned is kept in the tab
  await go(page, `${url}/batches/new`, 'New Batch')
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.getByRole('button', { name: 'Add T-Shirt' }).click()
  for (const colour of ['Black', 'White', 'Navy'])
    await page.getByRole('checkbox', { name: colour, exact: true }).click()
  await page.getByRole('button', { name: 'Man', exact: true }).first().click()
  for (const scene of ['Urban Street', 'Cozy Interior'])
    await page.getByRole('checkbox', { name: `Lifestyle Casual, ${scene}` }).check()
  await page
    .getByRole('checkbox', { name: /^Flat Lay, / })
    .first()
    .check()
  await page.getByRole('button', { name: /^Order \d+ Mockups$/ }).waitFor()
  await picturesAreThere(page)
}

/** A plan of mugs for an Etsy listing, of which some pictures cannot be had. */
export async function planFromPack(page: Page, { url }: Visit): Promise<void> {
  await go(page, `${url}/batches/new?pack=etsy-10`, 'New Batch')
  await page.getByRole('radio', { name: /^Etsy listing/, checked: true }).waitFor()
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.getByRole('button', { name: 'Add Mug' }).click()
  await page.getByRole('checkbox', { name: 'White', exact: true }).click()
  await page.getByText('2 pictures of the pack cannot be had').waitFor()
  await picturesAreThere(page)
}

/** A batch of which some are done, one is being made, one has failed, and the others wait. */
export async function orderBatch(page: Page, { url, maker }: Visit): Promise<void> {
  await maker.finishOrders()
  await maker.setCredits(40)
  const colours = ['black', 'white', 'navy', 'red', 'black-heather']
  const scenes = [
    { style: 'flat-lay', background: 'wood-texture' },
    { style: 'studio-front', background: 'white-studio' },
  ]
  const ordered = await page.request.post(`${url}/api/batches`, {
    headers: { origin: url },
    data: {
      name: 'Autumn collection',
      pack_id: 'shopify-product',
      designIds: [maker.designId],
      products: [{ product: 't-shirt', baseModel: 'bella-canvas-3001', colours, scenes }],
    },
  })
  const { id } = (await ordered.json()) as { id: string }
  await maker.moveOrders(['done', 'done', 'done', 62])
  await maker.failOrder('The picture did not pass our check, and its credit is back.')
  await page.goto(`${url}/batches/${id}`)
  await page.getByText('1 failed').first().waitFor()
  await page.getByText('Being made').waitFor()
  await picturesAreThere(page)
}
