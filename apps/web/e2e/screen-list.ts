import { ACCOUNT_SCREENS } from './screen-list-account.ts'
import {
  ACTIVE,
  atMenu,
  atStep,
  choose,
  COPIED,
  go,
  order,
  orderBatch,
  PAST_DUE,
  picturesAreThere,
  planBatch,
  planFromPack,
  pressGenerate,
  previewIsThere,
  type Screen,
  withCredits,
  withPlan,
} from './screen-steps.ts'
import { FINDING_SCREENS } from './screens-of-finding.ts'
import { SCENE_SCREENS } from './screens-of-scenes.ts'
import { SIDE_SCREENS } from './screens-of-sides.ts'
import { TRIAL_SCREENS } from './screens-of-trial.ts'

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
  {
    name: 'Dashboard of a newcomer',
    who: 'newcomer',
    open: (page, { url }) => go(page, `${url}/dashboard`, 'Getting Started'),
  },
  { name: 'Designs, none yet', who: 'newcomer', open: (page, { url }) => go(page, `${url}/designs`, 'No designs yet') },
  {
    name: 'Generate without a design',
    who: 'newcomer',
    open: (page, { url }) => go(page, `${url}/generate`, 'Upload a design first'),
  },
  {
    name: 'My Mockups, none yet',
    who: 'newcomer',
    open: (page, { url }) => go(page, `${url}/mockups`, 'No mockups yet'),
  },
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
  {
    name: 'Wizard 1, Choose Design',
    who: 'seller',
    open: (page, { url }) => go(page, `${url}/generate`, 'Choose Design'),
  },
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
  ...SIDE_SCREENS,
  ...SCENE_SCREENS,
  {
    name: 'Wizard 5, Adjust placement',
    who: 'seller',
    async open(page, visit) {
      await atStep(page, visit, 5)
      await choose(page, 'Left chest')
      await page.getByRole('button', { name: 'Adjust on the product' }).click()
      await page.getByRole('button', { name: /^Print on the T-Shirt/ }).press(']')
      await page.getByRole('spinbutton', { name: /Rotation/ }).waitFor()
    },
  },
  { name: 'Wizard 6, Generate', who: 'seller', open: (page, visit) => atStep(page, visit, 6) },
  {
    name: 'Wizard 6, before a credit is spent',
    who: 'seller',
    async open(page, { url, designId }) {
      const settings = COPIED.replace('navy', 'dark-heather').replace('medium', 'large')
      await page.goto(`${url}/generate?${settings}&regenerate=true&designId=${designId}`)
      await page.getByRole('region', { name: 'Before you spend a credit' }).filter({ visible: true }).waitFor()
      await previewIsThere(page)
    },
  },
  { name: 'Wizard 6, few credits', who: 'seller', open: (page, visit) => withCredits(page, visit, 3, 'Low Credits') },
  { name: 'Wizard 6, no credits', who: 'seller', open: (page, visit) => withCredits(page, visit, 0, 'Out of Credits') },
  {
    name: 'Settings Copied',
    who: 'seller',
    open: (page, { url }) => go(page, `${url}/generate?${COPIED}&copiedSettings=true`, 'Choose Design'),
  },
  {
    name: 'Regenerating Mockup',
    who: 'seller',
    async open(page, { url, designId }) {
      await page.goto(`${url}/generate?${COPIED}&regenerate=true&designId=${designId}`)
      await page.getByText('Regenerating Mockup').waitFor()
      await previewIsThere(page)
    },
  },
  ...FINDING_SCREENS,
  { name: 'My Mockups', who: 'seller', open: (page, { url }) => go(page, `${url}/mockups`, 'My Mockups') },
  {
    name: 'My Mockups, some selected',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      await page
        .getByRole('checkbox', { name: /^Select sunset club/ })
        .first()
        .click()
      await page.getByText('1 selected').waitFor()
    },
  },
  {
    name: 'Mockup detail',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      await page
        .getByRole('button', { name: /^Open sunset club/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('link', { name: 'Download' }).waitFor()
      await picturesAreThere(page)
    },
  },
  {
    name: 'Mockup menu',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      await page
        .getByRole('button', { name: /^More for/ })
        .first()
        .click()
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
  ...ACCOUNT_SCREENS,
  {
    name: 'Pricing, current plan',
    who: 'seller',
    open: (page, visit) => withPlan(page, visit, ACTIVE, '/pricing', 'Current plan'),
  },
  {
    name: 'Pricing, past due',
    who: 'seller',
    open: (page, visit) => withPlan(page, visit, PAST_DUE, '/pricing', 'Your last payment failed'),
  },
  {
    name: 'Pricing, signed in',
    who: 'seller',
    open: (page, { url }) => go(page, `${url}/pricing`, 'Questions sellers ask'),
  },
  { name: 'Wizard 6, in line', who: 'maker', open: (page, visit) => order(page, visit, 'navy') },
  {
    name: 'Wizard 6, the same again',
    who: 'maker',
    async open(page, visit) {
      await order(page, visit, 'red')
      await visit.maker.moveOrders(['done', 'done', 'done', 'done'])
      await page.getByRole('heading', { name: 'My Mockups', exact: true }).waitFor()
      await pressGenerate(page, visit, 'red')
      await page.getByRole('alertdialog', { name: 'Order the same again?' }).waitFor()
    },
  },
  {
    name: 'Wizard 6, being made',
    who: 'maker',
    async open(page, visit) {
      await order(page, visit, 'black')
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
  {
    name: 'Batches, none yet',
    who: 'newcomer',
    open: (page, { url }) => go(page, `${url}/batches`, 'No batches yet'),
  },
  {
    name: 'Listing Packs',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/packs`, 'Listing Packs')
      await page.getByText('Etsy listing, 10 pictures').waitFor()
      await picturesAreThere(page)
    },
  },
  {
    name: 'New Pack',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/packs/new?from=amazon-7`, 'New Pack')
      await page.getByRole('button', { name: 'Move picture 2 up' }).click()
      await page.getByText('Amazon wants its first picture on pure white.').waitFor()
      await picturesAreThere(page)
    },
  },
  {
    name: 'New Batch from a pack',
    who: 'seller',
    async open(page, visit) {
      await visit.setCredits(12)
      await planFromPack(page, visit)
    },
  },
  {
    name: 'New Batch',
    who: 'seller',
    async open(page, visit) {
      await visit.setCredits(12)
      await planBatch(page, visit)
    },
  },
  { name: 'Batch', who: 'maker', open: orderBatch },
  {
    name: 'Batches',
    who: 'maker',
    open: (page, { url }) => go(page, `${url}/batches`, 'Batches'),
  },
  {
    name: 'Batch of nobody',
    who: 'maker',
    open: (page, { url }) => go(page, `${url}/batches/0192a3b4-0000-7000-8000-000000000000`, 'This batch is not here'),
  },
  ...TRIAL_SCREENS,
]
