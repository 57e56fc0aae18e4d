import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openTestServer } from '../e2e/test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from '../e2e/seed.ts'

// Lighthouse over the built client, served by the real server to a seller with two dozen mockups. It is fetched when it
// is wanted: nobody who builds or tests the product needs its hundred packages. The newest that runs on Node 20.

const LIGHTHOUSE = 'lighthouse@12.8.2'
const PORT = 9_477
const WANTED = 95
/** As Lighthouse's own notes on its spread advise, the median of five loads counts; each is told. */
const LOADS = Number(process.env.LOADS ?? 5)
const PAGES = ['/', '/pricing', '/dashboard', '/generate', '/mockups']
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const FORMS = { phone: [], desk: ['--preset=desktop'] }

const testServer = await openTestServer({ worker: 'uploads' })
const profile = await mkdtemp(join(tmpdir(), 'printroom-lighthouse-'))
// A profile and not a context of its own: Lighthouse opens its tab where the cookie is.
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: inject('chromiumPath'),
  args: ['--no-sandbox', `--remote-debugging-port=${PORT}`],
})
const page = await browser.newPage()
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
await giveMockups(testServer, user, design, 'sunset-club-84123', 24)

type Report = {
  environment: { benchmarkIndex: number }
  categories: Record<(typeof CATEGORIES)[number], { score: number }>
  audits: Record<string, { score: number | null; displayValue?: string; title: string }>
}

const devtools = await page.context().newCDPSession(page)

/** One load, with nothing in the browser's cache, by the signed-in seller: Lighthouse's own reset would sign her out. */
async function look(path: string, form: readonly string[]): Promise<Report> {
  await devtools.send('Network.clearBrowserCache')
  const file = join(profile, 'report.json')
  const flags = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--port=${PORT}`,
    '--disable-storage-reset',
    `--only-categories=${CATEGORIES.join()}`,
  ]
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, testServer.url + path, ...flags, ...form])
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

describe.each(Object.entries(FORMS))('%s', (form, flags) => {
  test.each(PAGES)('%s', async (path) => {
    const reports: Report[] = []
    for (let load = 0; load < LOADS; load += 1) {
      const report = await look(path, flags)
      reports.push(report)
      const figures = [
        'first-contentful-paint',
        'largest-contentful-paint',
        'total-blocking-time',
        'cumulative-layout-shift',
      ].map((name) => report.audits[name]?.displayValue)
      console.log(
        `${form} ${path}: ${scoresOf(report).join(', ')}; FCP, LCP, TBT, CLS ${figures.join(', ')}; load ${loadavg()[0]?.toFixed(1)}, speed index of the machine ${report.environment.benchmarkIndex}`,
      )
    }
    const faults = Object.values(reports[0]?.audits ?? {})
      .filter(({ score }) => score === 0)
      .map(({ title }) => title)
    const scores = CATEGORIES.map((_, at) => median(reports.map((report) => scoresOf(report)[at] ?? 0)))
    console.log(
      `${form} ${path}, median of ${LOADS}: ${scores.join(', ')} (${CATEGORIES.join(', ')}); ${faults.join(' | ')}`,
    )
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(WANTED)
  })
})

const scoresOf = ({ categories }: Report): number[] =>
  CATEGORIES.map((name) => Math.round(categories[name].score * 100))

afterAll(async () => {
  await browser.close()
  await rm(profile, { recursive: true, force: true })
})
