import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { page } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
await giveMockups(testServer, user, design, 'sunset-club-84123', 12)
await page.addInitScript(() => {
  let shift = 0
  Object.assign(window, { shiftOf: () => shift })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
})

/** Below this the eye takes a page for still; Lighthouse calls 0.1 good. */
const STILL = 0.02

test.each(['/', '/examples', '/pricing', '/dashboard', '/designs', '/generate', '/mockups', '/account'])(
  'nothing on %s jumps while it fills',
  { timeout: 240_000 },
  async (path) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(testServer.url + path, { waitUntil: 'networkidle' })
      expect(
        await page.evaluate(() => (window as unknown as { shiftOf: () => number }).shiftOf()),
        `${width} pixels wide`,
      ).toBeLessThan(STILL)
    }
  },
)
