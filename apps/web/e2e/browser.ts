import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core'
import { afterAll, afterEach, expect, inject } from 'vitest'
import { whenProcessEnds } from './between-files.ts'

/** A busy machine is no fault of the page: a limit that only a hang reaches. */
const HANGS_AFTER_MS = 120_000

let browser: Promise<Browser> | undefined

/** The process's one browser: a real Chromium that came from npm. One that crashed is replaced. */
async function openBrowser(): Promise<Browser> {
  if (browser && (await browser).isConnected()) return browser
  // Not the package's own arguments: its --single-process takes the browser down with a popup.
  const launched = chromium.launch({ executablePath: inject('chromiumPath'), args: ['--no-sandbox'] })
  browser = launched
  whenProcessEnds(async () => (await launched).close())
  return launched
}

/**
 * A page of a person of its own (cookies, storage). `problems` gathers what the console complains of. The browser is told to
 * save data, so that a preview fetches and decodes only what is asked for; with `looksAhead` it is as it comes.
 */
export async function openPage({
  looksAhead = false,
  ...options
}: BrowserContextOptions & { looksAhead?: boolean } = {}): Promise<{ page: Page; problems: string[] }> {
  const context = await (
    await openBrowser()
  ).newContext({
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    reducedMotion: 'reduce',
    ...options,
  })
  // Registered after the server's own, so that it runs before: a server that stops waits for browsers' connections.
  afterAll(() => context.close())
  context.setDefaultTimeout(HANGS_AFTER_MS)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: !looksAhead })
  const problems: string[] = []
  /** Addresses that lead nowhere: their page comes with status 404, of which the browser complains. */
  const nowhere = new Set<string>()
  page.on('response', (response) => {
    if (response.status() === 404 && response.request().isNavigationRequest()) nowhere.add(response.url())
  })
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && !nowhere.has(message.location().url)) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tellWhatIsShown(page, task.name)
  })
  return { page, problems }
}

/** What a person would see, in words, so that a failure in a run that is over can be understood. */
async function tellWhatIsShown(page: Page, test: string): Promise<void> {
  const shown = await page.locator('body').innerText({ timeout: 5_000 }).catch(String)
  console.log(`When "${test}" failed, ${page.url()} showed:\n${shown.replaceAll(/\n+/g, ' | ').slice(0, 3000)}`)
}

/** An address of the server, asked in a way that no page asks it. */
const PROBE = '**/healthz?intercepted'

/**
 * `page.route`, in force when it returns. A page that is open already learns by a message of its own that its requests are
 * held back, and a key pressed right after goes another way: once, on a busy machine, what it sent reached the server
 * although a route was to abort it. So the page asks until it is answered from here.
 */
export async function intercept(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route)
  if (!page.url().startsWith('http')) return
  await page.route(PROBE, (probe) => probe.fulfill({ status: 204 }))
  await expect.poll(() => page.evaluate(async () => (await fetch('/healthz?intercepted')).status)).toBe(204)
  await page.unroute(PROBE)
}

/**
 * Holds what a page asks of these addresses until the answer is called. What a page shows meanwhile can be waited for only
 * while it cannot end by itself: a busy machine has ended it before the browser is looked at.
 */
export async function hold(
  page: Page,
  address: RegExp | string,
  then = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await intercept(page, address, async (route) => {
    await released
    await then(route)
  })
  return release
}

/** The keyboard is there, or comes there: a dialog that closes gives the focus back a moment after it has gone. */
export const expectFocus = (target: Locator): Promise<void> =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)

/** Far longer than what a page would do by itself takes. */
const QUIET_WITHIN_MS = 20_000

/**
 * Before a test says that nothing more came of a page: until the network is quiet, or for as long as anything could have
 * come. A request that hangs is no fault of the page.
 */
export const untilQuiet = (page: Page): Promise<void> =>
  page.waitForLoadState('networkidle', { timeout: QUIET_WITHIN_MS }).catch(() => undefined)
