import { expect, test } from 'vitest'
import { intercept, openPage, untilQuiet } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from './seed.ts'

// React takes over the pages as the build drew them, whoever comes: neither a language, a theme, a narrow screen nor what a
// browser remembers makes it draw them anew.

const testServer = await openTestServer({ worker: 'uploads' })

const VISITORS = ['/', '/try', '/pricing', '/login', '/register']
const SIGNED_IN = ['/dashboard', '/designs', '/generate', '/mockups']
const BROWSERS = {
  'as the build': { locale: 'en-US' },
  'in German, dark': { locale: 'de-DE', colorScheme: 'dark' },
  'in Hindi, on a phone': { locale: 'hi-IN', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const

/** Opens a page and says whether the heading that its HTML brought is React's, and what the console complained of. */
async function hydrate(page: Awaited<ReturnType<typeof openPage>>['page'], path: string): Promise<boolean> {
  await page.goto(testServer.url + path)
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading && Object.keys(heading).some((key) => key.startsWith('__reactProps'))
  })
  await untilQuiet(page)
  return page.evaluate(() => (document.querySelector('h1') as unknown as { isOfHtml?: boolean }).isOfHtml === true)
}

/** Marks the heading before any module runs. */
const markHeading = () =>
  addEventListener('readystatechange', () => Object.assign(document.querySelector('h1') ?? {}, { isOfHtml: true }), {
    capture: true,
    once: true,
  })

test.each(Object.entries(BROWSERS))('%s: what a visitor sees is hydrated', async (_name, options) => {
  const { page, problems } = await openPage(options)
  await page.addInitScript(markHeading)
  for (const path of VISITORS) expect(await hydrate(page, path), path).toBe(true)
  expect(problems).toEqual([])
})

test.each(Object.entries(BROWSERS))('%s: what a seller sees is hydrated', async (name, options) => {
  const { page, problems } = await openPage(options)
  const user = await signUp(page, testServer, `${name.replaceAll(/\W/g, '')}@example.com`)
  const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
  await giveMockups(testServer, user, design, 'sunset-club-84123', 6)
  await page.addInitScript(markHeading)
  for (const path of [...SIGNED_IN, '/', '/pricing']) expect(await hydrate(page, path), path).toBe(true)
  // What the browser remembers.
  await page.evaluate(() => {
    document.cookie = 'sidebar_state=false; path=/'
    localStorage.setItem('theme', 'dark')
  })
  for (const path of SIGNED_IN) expect(await hydrate(page, path), path).toBe(true)
  expect(problems).toEqual([])
})

test.each(['/', '/pricing'])('who has scrolled %s before React comes stays where they are', async (path) => {
  const { page } = await openPage({ viewport: { width: 390, height: 844 } })
  let open = (): void => undefined
  const scrolled = new Promise<void>((resolve) => (open = resolve))
  await intercept(page, /\/assets\/.*\.js$/, async (route) => {
    await scrolled
    await route.continue()
  })
  await page.goto(testServer.url + path, { waitUntil: 'commit' })
  // Before its styles and faces are there nobody sees a page that could be scrolled.
  await page.waitForFunction(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    return document.readyState !== 'loading' && sheets.every(({ sheet }) => sheet) && document.body.offsetHeight > 0
  })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForFunction(() => {
    scrollTo(0, 500)
    return scrollY === 500
  })
  open()
  await page.waitForFunction(() => document.documentElement.dataset.prerendered === undefined)
  await untilQuiet(page)
  expect(await page.evaluate(() => scrollY)).toBe(500)
})
