import { loadavg } from 'node:os'
import { test } from 'vitest'
import { openPage } from '../e2e/browser.ts'
import { openTestServer } from '../e2e/test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from '../e2e/seed.ts'

// A seller with a thousand mockups scrolls through them: which frames came too late, and what they cost, by Chromium's trace.

const MOCKUPS = 1_000
const GROUPS = 20
const DISTANCE = 36_000
/** Pixels a second. */
const SPEED = 4_000
const FRAME_MS = 1_000 / 60

const testServer = await openTestServer({ worker: 'uploads' })
const { page } = await openPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
for (let group = 0; group < GROUPS; group += 1)
  await giveMockups(testServer, user, design, `sunset-club-${String.fromCodePoint(97 + group)}`, MOCKUPS / GROUPS)

type TraceEvent = {
  name: string
  ph: string
  ts: number
  dur?: number
  tdur?: number
  tid: number
  pid: number
  args?: { data?: { type?: string }; name?: string }
}

/** Scrolls the page that is open through DISTANCE and says which frames came too late, and what they cost the page's thread. */
async function scroll(what: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel', 'cc', 'viz'] },
  })
  await page.evaluate(() => {
    const times: number[] = []
    const tick = (now: number): void => void (times.push(now), requestAnimationFrame(tick))
    requestAnimationFrame(tick)
    Object.assign(window, { frameTimes: times })
  })
  // Moved on by the browser itself in every frame.
  await session.send('Input.synthesizeScrollGesture', {
    x: 720,
    y: 500,
    yDistance: -DISTANCE,
    speed: SPEED,
    gestureSourceType: 'mouse',
  })
  const { times, y } = await page.evaluate(() => ({
    times: (window as unknown as { frameTimes: number[] }).frameTimes,
    y: scrollY,
  }))
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await ended

  const gaps = times
    .slice(1)
    .map((time, at) => time - (times[at] ?? time))
    .sort((one, other) => other - one)
  const missed = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0)
  console.log(
    `${what}: ${y} pixels at ${SPEED} a second, ${gaps.length} frames, ${missed} missed (${((100 * missed) / (gaps.length + missed)).toFixed(1)} %), longest ${gaps
      .slice(0, 3)
      .map((gap) => gap.toFixed(0))
      .join(', ')} ms`,
  )

  // The page's own frames wait for what scripts changed; the browser goes on scrolling without them, and this is what a person sees.
  const count = (event: string): number => events.filter(({ name, ph }) => name === event && ph !== 'E').length
  const wall = (times.at(-1) ?? 0) - (times[0] ?? 0)
  console.log(
    `  on the screen: ${count('Display::DrawAndSwap')} of ${(wall / FRAME_MS).toFixed(0)} frames; ${count('RasterTask')} tiles rastered`,
  )

  const main = events.find(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const renderer = main?.pid ?? events.find(({ name }) => name === 'FunctionCall')?.pid
  // `tdur` is the thread's own time on the processor, whoever else wanted it meanwhile.
  const tasks = events.filter(
    ({ name, ph, pid, tid }) =>
      name.endsWith('RunTask') && ph === 'X' && pid === renderer && (main === undefined || tid === main.tid),
  )
  const long = tasks.map(({ tdur = 0 }) => tdur / 1_000).sort((one, other) => other - one)
  const busy = long.reduce((sum, ms) => sum + ms, 0)
  console.log(
    `  the page's thread: ${((100 * busy) / ((1_000 * DISTANCE) / SPEED)).toFixed(0)} % of its time; longest tasks ${long
      .slice(0, 5)
      .map((ms) => ms.toFixed(1))
      .join(
        ', ',
      )} ms, ${long.filter((ms) => ms > FRAME_MS).length} of ${long.length} longer than a frame of 16.7 ms; load ${loadavg()[0]?.toFixed(1)}`,
  )
}

test('scrolling through a thousand', async () => {
  const start = performance.now()
  await page.goto(`${testServer.url}/mockups`)
  await page
    .getByText(`${(MOCKUPS / GROUPS).toString()}`, { exact: true })
    .first()
    .waitFor()
  console.log(`load ${loadavg()[0]?.toFixed(1)}; the list was there after ${(performance.now() - start).toFixed(0)} ms`)
  const many = `${await page.locator('li[id^=mockup-]').count()} mockups`
  await scroll(`${many}, their pictures being fetched from a server on the same machine`)
  await page.evaluate(() => scrollTo(0, 0))
  await scroll(`${many}, their pictures there`)

  // What the machine can do at all, without a graphics card: as many pictures, and nothing else.
  const ids = await page
    .locator('li[id^=mockup-]')
    .evaluateAll((cards) => cards.map(({ id }) => id.replace('mockup-', '')))
  const bare = (sources: string[]) =>
    page.evaluate((all) => {
      document.body.innerHTML = `<div style="display:grid;grid-template-columns:repeat(4,1fr);gap:16px">${all.map((src) => `<img src="${src}" width="284" height="380" loading="lazy" decoding="async">`).join('')}</div>`
      scrollTo(0, 0)
    }, sources)
  await bare(ids.map((id) => `/api/mockups/${id}/thumbnail`))
  await scroll('the pictures alone, being fetched')
  await page.evaluate(() => scrollTo(0, 0))
  await scroll('the pictures alone, there')
  await bare(ids.map(() => `/api/mockups/${ids[0]}/thumbnail`))
  await scroll('one picture a thousand times, alone')
})
