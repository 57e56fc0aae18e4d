import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { choose, previewIsThere } from './screen-steps.ts'
import { drawSun, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { page, problems } = await openPage()
await signUp(page, testServer, 'maya@example.com')
// More designs than fit on one screen.
const png = await drawSun()
for (let at = 0; at < 12; at += 1) await uploadDesign(page, testServer, `sunset club ${at}.png`, png)

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

const next = page.getByRole('button', { name: 'Next' })

/** What of it is seen in the window, from 0 to 1, with nothing over its middle. */
const seen = () =>
  next.evaluate((button) => {
    const { top, bottom, left, right, height } = button.getBoundingClientRect()
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    if (!above || !button.parentElement?.contains(above)) return 0
    return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height
  })

const scrollPage = (share: number) =>
  page.evaluate((part) => window.scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight)), share)

/** How much of the window the page's header and the preview take together. */
const covered = () =>
  page.evaluate(() => {
    const bottoms = [...document.querySelectorAll('header, main figure')].map(
      (part) => part.getBoundingClientRect().bottom,
    )
    return Math.max(...bottoms) / innerHeight
  })

/** Lists in the page that scroll by themselves. */
const innerScrolls = () =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('main *')].filter(
        (part) => part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY),
      ).length,
  )

test.each([
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
])('at $width x $height Next is in reach in every step, and the choices have the room', async (size) => {
  const isPhone = size.width < 768
  await page.setViewportSize(size)
  await page.goto(`${testServer.url}/designs`)
  await page.goto(`${testServer.url}/generate`)

  async function expectReach(step: number): Promise<void> {
    await page.getByText(`Step ${step} of 6`, { exact: true }).waitFor()
    // In step 2 the design stands there until a product is chosen.
    if (step > 2) await previewIsThere(page)
    for (const share of [0, 0.5, 1]) {
      await scrollPage(share)
      await expect.poll(() => seen(), { message: `Next in step ${step}, scrolled to ${share}` }).toBe(1)
      if (isPhone && step > 1) expect(await covered(), `step ${step}, scrolled to ${share}`).toBeLessThanOrEqual(1 / 3)
    }
    if (isPhone) await expect.poll(() => innerScrolls()).toBe(0)
    await scrollPage(0)
  }
  await page.getByRole('radio', { name: 'sunset club 11.png' }).waitFor()
  await expectReach(1)
  await choose(page, 'sunset club 11.png')
  await next.click()
  await expectReach(2)
  await choose(page, 'T-Shirt')
  await choose(page, 'Gildan 64000')
  await next.click()
  await expectReach(3)
  const swatches = page.getByRole('radiogroup', { name: 'Color' }).getByRole('radio')
  if (isPhone) {
    const first = await swatches.count()
    await page.getByRole('button', { name: /^Show all \d+ colors/ }).click()
    await expect.poll(() => swatches.count()).toBeGreaterThan(first)
    await expectReach(3)
  }
  await page.locator('[data-colour=navy]').click()
  await choose(page, /Lifestyle Casual/)
  await next.click()
  await expectReach(4)
  await choose(page, 'Urban Street')
  await choose(page, 'Woman')
  await next.click()
  await expectReach(5)
  await next.click()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).waitFor()
  if (isPhone) expect(await covered()).toBeLessThanOrEqual(1 / 3)
})
