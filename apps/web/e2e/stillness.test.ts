import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { intercept, openPage, untilQuiet } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveKeys, giveMockups, giveWebhook, setCredits, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { page: seller } = await openPage()
const user = await signUp(seller, testServer, 'maya@example.com')
const design = await uploadDesign(seller, testServer, 'sunset club.png', await drawSun())
await giveMockups(testServer, user, design, 'sunset-club-84123', 12)
await giveKeys(testServer, user.id)
await giveWebhook(testServer, user.id)
for (const credits of [12, 30, 25]) await setCredits(testServer, user.id, credits)
await testServer.db.session.createMany({
  data: ['Firefox on Linux', 'Safari on iPhone'].map((browser) => ({
    id: `seed-${browser}`,
    userId: user.id,
    browser,
    expiresAt: new Date(Date.now() + 86_400_000),
  })),
})
const signedIn = await seller.context().storageState()

/** Runs in the page: gathers how far its layout shifts and which controls move from where they were seen. */
function watch(): void {
  const shifts: (PerformanceEntry & { value: number })[] = []
  const moved = new Set<string>()
  const seen = new Map<string, { x: number; y: number }>()
  const look = (): void => {
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(button, a, select, input)')]
    const names = controls.map((control) => control.ariaLabel ?? control.innerText.trim())
    for (const [at, control] of controls.entries()) {
      const name = names[at]
      const { left, top, width } = control.getBoundingClientRect()
      // Of rows of a list one is like another.
      if (!name || width === 0 || names.indexOf(name) !== names.lastIndexOf(name)) continue
      const [x, y] = [left + scrollX, top + scrollY]
      const before = seen.get(name)
      if (before && Math.hypot(x - before.x, y - before.y) > 2)
        moved.add(`${name}: ${Math.round(x - before.x)}, ${Math.round(y - before.y)}`)
      seen.set(name, { x, y })
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  const shift = () => shifts.reduce((sum, { value }) => sum + value, 0)
  Object.assign(window, { stillness: () => ({ shift: shift(), moved: [...moved] }) })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as typeof shifts) shifts.push(entry)
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A page that nobody has opened before, in the worst that can be: neither an answer nor a font comes before it can be pressed. */
async function openSlowly(width: number): Promise<Page> {
  const { page } = await openPage({ storageState: signedIn, viewport: { width, height: 844 } })
  await intercept(page, /\/api\/trpc\/|\.woff2$/, async (route) => {
    await page.waitForFunction(() => document.documentElement.dataset.prerendered === undefined)
    await route.continue()
  })
  await page.addInitScript(watch)
  return page
}

/** Below this the eye takes a page for still; Lighthouse calls 0.1 good. */
const STILL = 0.02

const SIGNED_IN = ['/dashboard', '/designs', '/generate', '/mockups', '/account', '/account/requests']
const BATCHES = ['/batches', '/batches/new', '/packs']

test.each(['/', '/examples', '/pricing', ...SIGNED_IN, ...BATCHES])(
  'nothing on %s jumps while it fills, and no button moves from where it was seen',
  { timeout: 240_000 },
  async (path) => {
    for (const width of [1280, 390]) {
      const page = await openSlowly(width)
      await page.goto(testServer.url + path)
      await untilQuiet(page)
      const { shift, moved } = await page.evaluate(() =>
        (window as unknown as { stillness: () => { shift: number; moved: string[] } }).stillness(),
      )
      expect(moved, `${width} pixels wide`).toEqual([])
      expect(shift, `${width} pixels wide`).toBeLessThan(STILL)
      await page.context().close()
    }
  },
)
