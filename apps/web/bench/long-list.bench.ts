import { loadavg } from 'node:os'
import { test } from 'vitest'
import { openPage } from '../e2e/browser.ts'
import { openHouse } from '../e2e/house.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from '../e2e/seed.ts'

// A seller with a thousand mockups scrolls through them with the wheel: how long each frame took, by Chromium's trace.

const MOCKUPS = 1_000
const GROUPS = 20
const TURNS = 120
const FRAME_MS = 1_000 / 60

const house = await openHouse({ hasWorker: false })
const { page } = await openPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
const user = await signUp(page, house, 'maya@example.com')
const design = await uploadDesign(page, house, 'sunset club.png', await drawSun())
for (let group = 0; group < GROUPS; group += 1) await giveMockups(house, user, design, `sunset-club-${String.fromCodePoint(97 + group)}`, MOCKUPS / GROUPS)

type TraceEvent = { name: string; ph: string; ts: number; dur?: number; tdur?: number; tid: number; pid: number; args?: { data?: { type?: string }; name?: string } }

test('scrolling through a thousand', async () => {
  const session = await page.context().newCDPSession(page)
  const start = performance.now()
  await page.goto(`${house.url}/mockups`)
  await page.getByText(`${(MOCKUPS / GROUPS).toString()}`, { exact: true }).first().waitFor()
  console.log(`load ${loadavg()[0]?.toFixed(1)}; the list was there after ${(performance.now() - start).toFixed(0)} ms`)
  await page.mouse.move(720, 500)

  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'] } })
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, 300)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await ended

  const main = events.find(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const renderer = main?.pid ?? events.find(({ name }) => name === 'FunctionCall')?.pid
  // `tdur` is the thread's own time on the processor, whoever else wanted it meanwhile.
  const tasks = events.filter(({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && pid === renderer && (main === undefined || tid === main.tid))
  const long = tasks.map(({ tdur = 0 }) => tdur / 1_000).sort((one, other) => other - one)
  const total = long.reduce((sum, ms) => sum + ms, 0)
  const at = await page.evaluate(() => ({ y: scrollY, cards: document.querySelectorAll('li[id^=mockup-]').length }))
  console.log(`${at.cards} cards, scrolled to ${at.y} pixels in ${TURNS} turns; main thread ${(total / TURNS).toFixed(1)} ms of processor a turn`)
  console.log(`longest tasks ${long.slice(0, 5).map((ms) => ms.toFixed(1)).join(', ')} ms; ${long.filter((ms) => ms > FRAME_MS).length} of ${long.length} longer than a frame of 16.7 ms; load ${loadavg()[0]?.toFixed(1)}`)
})
