import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from '../e2e/browser.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from '../e2e/seed.ts'
import { openTestServer } from '../e2e/test-server.ts'

// How soon a press works: the first control of a page's content is pressed with the mouse in the frame in which it is seen,
// with nothing in the browser's cache, on this machine as it is and on what Lighthouse takes for a phone.

const PAGES = ['/', '/pricing', '/dashboard', '/generate', '/mockups']
const LOADS = 5
/** Lighthouse's slow 4G and slow processor: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
}
const PHONE = { width: 412, height: 823 }
const FORMS = { desk: false, phone: true }

type Watch = { seen?: number; name?: string; pressed?: number; works?: number; at?: { x: number; y: number } }

/** Notes in the page when its first control is seen, when it is pressed, and when something comes of that. */
function watch(): void {
  const notes: Watch = {}
  Object.assign(globalThis, { notes })
  const works = () => {
    if (notes.pressed === undefined || notes.works !== undefined) return
    notes.works = performance.now()
    // Told at once: the press may lead to another page.
    console.debug(JSON.stringify(notes))
  }
  ;(globalThis as unknown as { navigation: EventTarget }).navigation.addEventListener('navigate', works)
  addEventListener('pointerdown', () => (notes.pressed ??= performance.now()), { capture: true })
  const look = () => {
    const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
    for (const control of isPainted
      ? document.querySelectorAll('main :is(a[href], button:enabled, label:has(input))')
      : []) {
      const { x, y, width, height } = control.getBoundingClientRect()
      const middle = { x: x + width / 2, y: y + height / 2 }
      if (width === 0 || !control.contains(document.elementFromPoint(middle.x, middle.y))) continue
      Object.assign(notes, { seen: performance.now(), name: control.textContent || control.ariaLabel, at: middle })
      addEventListener('click', () =>
        new MutationObserver(works).observe(document, { subtree: true, childList: true, attributes: true }),
      )
      return
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const testServer = await openTestServer({ worker: 'uploads' })

/** What opens pages of a seller with two dozen mockups. */
async function seller(isPhone: boolean): Promise<() => Promise<Page>> {
  const { page } = await openPage(isPhone ? { viewport: PHONE, isMobile: true, hasTouch: true } : {})
  const user = await signUp(page, testServer, `${isPhone ? 'phone' : 'desk'}@example.com`)
  const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
  await giveMockups(testServer, user, design, 'sunset-club-84123', 24)
  const context = page.context()
  await context.addInitScript(watch)
  return async () => {
    const opened = await context.newPage()
    const devtools = await context.newCDPSession(opened)
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    if (isPhone) {
      await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    }
    return opened
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

test.each(Object.entries(FORMS))('%s', async (form, isPhone) => {
  const open = await seller(isPhone)
  for (const path of PAGES) {
    const waits: number[] = []
    let last: Watch = {}
    for (let load = 0; load < LOADS; load += 1) {
      const page = await open()
      await page.goto(testServer.url + path, { waitUntil: 'commit' })
      const seen = await page.waitForFunction(() => (globalThis as unknown as { notes: Watch }).notes.at)
      const { x, y } = (await seen.jsonValue())!
      const told = page.waitForEvent('console', (message) => message.type() === 'debug')
      await page.mouse.click(x, y)
      last = JSON.parse((await told).text()) as Watch
      waits.push(last.works! - last.pressed!)
      await page.close()
    }
    console.log(
      `${form} ${path}, “${last.name}”: seen at ${last.seen?.toFixed(0)} ms, works ${median(waits).toFixed(0)} ms after the press (${waits.map((wait) => wait.toFixed(0)).join(', ')}); load ${loadavg()[0]?.toFixed(1)}`,
    )
    expect(waits).toHaveLength(LOADS)
  }
})
