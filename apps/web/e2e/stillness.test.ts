import { expect, test } from 'vitest'
import { openPage, untilQuiet } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveKeys, giveMockups, giveWebhook, setCredits, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { page } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
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
// The worst that can be: nothing is answered before the page can be pressed.
await page.route(/\/api\/trpc\//, async (route) => {
  await page.waitForFunction(() => document.documentElement.dataset.prerendered === undefined)
  await route.continue()
})
await page.addInitScript(() => {
  const shifts: (PerformanceEntry & { value: number })[] = []
  const moved = new Set<string>()
  const seen = new Map<string, { x: number; y: number }>()
  // A font that comes late moves words by itself, whatever lists do: what was seen before it is no measure.
  let lettered = -Infinity
  // Frames, three of which are 50 ms: on a busy machine a swap's own frame came later than that.
  const NEXT_FRAMES = 3
  let waits = 0
  const look = (): void => {
    if (document.fonts.status === 'loading') waits = NEXT_FRAMES + 1
    if (waits > 0) {
      waits--
      seen.clear()
      lettered = performance.now()
      requestAnimationFrame(look)
      return
    }
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
  const shift = () => shifts.reduce((sum, { startTime, value }) => sum + (startTime > lettered ? value : 0), 0)
  Object.assign(window, { stillness: () => ({ shift: shift(), moved: [...moved] }) })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as typeof shifts) shifts.push(entry)
  }).observe({ type: 'layout-shift', buffered: true })
})

/** Below this the eye takes a page for still; Lighthouse calls 0.1 good. */
const STILL = 0.02

const SIGNED_IN = ['/dashboard', '/designs', '/generate', '/mockups', '/account', '/account/requests']
const BATCHES = ['/batches', '/batches/new', '/packs']

test.each(['/', '/examples', '/pricing', ...SIGNED_IN, ...BATCHES])(
  'nothing on %s jumps while it fills, and no button moves from where it was seen',
  { timeout: 240_000 },
  async (path) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(testServer.url + path)
      await untilQuiet(page)
      const { shift, moved } = await page.evaluate(() =>
        (window as unknown as { stillness: () => { shift: number; moved: string[] } }).stillness(),
      )
      expect(moved, `${width} pixels wide`).toEqual([])
      expect(shift, `${width} pixels wide`).toBeLessThan(STILL)
    }
  },
)
