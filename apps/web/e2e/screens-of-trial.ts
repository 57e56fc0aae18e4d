import type { Page } from 'playwright-core'
import { drawDisc } from './patches.ts'
import { drawSun } from './seed.ts'
import { go, previewIsThere, type Screen } from './screen-steps.ts'

/** A design of this browser's own on a product, with nothing uploaded. */
async function tryOn(page: Page, url: string, name: string, png?: Buffer): Promise<void> {
  await page.goto(`${url}/try`)
  await page.evaluate(() => localStorage.removeItem('trial'))
  await go(page, `${url}/try`, 'Try your own design')
  await page.locator('html:not([data-prerendered])').waitFor()
  const file = { name, mimeType: 'image/png', buffer: png ?? (await drawSun()) }
  await page.getByLabel('Design file', { exact: true }).setInputFiles(file)
  await previewIsThere(page)
}

/** As a browser does that needs the room. */
const dropFiles = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const opened = indexedDB.open('printroom')
    await new Promise((done) => opened.addEventListener('success', done))
    const change = opened.result.transaction('trial', 'readwrite')
    change.objectStore('trial').clear()
    await new Promise((done) => change.addEventListener('complete', done))
    opened.result.close()
  })

/** What a visitor sees of an own design before there is an account, and what waits for it after. */
export const TRIAL_SCREENS: readonly Screen[] = [
  { name: 'Try', who: 'visitor', open: (page, { url }) => go(page, `${url}/try`, 'Try your own design') },
  {
    name: 'Try, a refused file',
    who: 'visitor',
    async open(page, { url }) {
      await go(page, `${url}/try`, 'Try your own design')
      await page.locator('html:not([data-prerendered])').waitFor()
      const file = { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }
      await page.getByLabel('Design file', { exact: true }).setInputFiles(file)
      await page.getByText('Only PNG files are allowed').first().waitFor()
    },
  },
  { name: 'Try, a design on a product', who: 'visitor', open: (page, { url }) => tryOn(page, url, 'sunset club.png') },
  {
    name: 'Try, print checks',
    who: 'visitor',
    async open(page, { url }) {
      await tryOn(page, url, 'cut out.png', await drawDisc('#b3202c', 'stroke="#fbfbfb" stroke-width="6"'))
      const line = page.getByText(/light edge/).filter({ visible: true })
      await line.first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'Try, Adjust placement',
    who: 'visitor',
    async open(page, { url }) {
      await tryOn(page, url, 'sunset club.png')
      await page.getByRole('button', { name: 'Adjust on the product' }).click()
      await page.getByRole('button', { name: /^Print on the T-Shirt/ }).waitFor()
    },
  },
  {
    name: 'Register with a design that waits',
    who: 'visitor',
    async open(page, { url }) {
      await tryOn(page, url, 'sunset club.png')
      await go(page, `${url}/register`, 'Create Your Account')
      await page.getByText('is kept here and waits').waitFor()
    },
  },
  {
    name: 'Dashboard with a design that waits',
    who: 'newcomer',
    async open(page, { url }) {
      await tryOn(page, url, 'sunset club - a long name that does not fit on a line of a phone.png')
      await go(page, `${url}/dashboard`, 'Getting Started')
      await page.getByRole('button', { name: 'Continue to your mockup' }).waitFor()
    },
  },
  {
    name: 'Dashboard, a file that was not kept',
    who: 'newcomer',
    async open(page, { url }) {
      await tryOn(page, url, 'sunset club.png')
      await page.goto(`${url}/dashboard`)
      await page.getByRole('button', { name: 'Continue to your mockup' }).waitFor()
      await dropFiles(page)
      await go(page, `${url}/dashboard`, 'Getting Started')
      await page.getByText('This browser has not kept the file.').waitFor()
    },
  },
]
