import { loadavg } from 'node:os'
import { test } from 'vitest'
import { openPage } from '../e2e/browser.ts'
import { openTestServer } from '../e2e/test-server.ts'
import { drawDesign } from '../e2e/patches.ts'
import { drawSun, signUp, uploadDesign } from '../e2e/seed.ts'

// From a click on a choice to its picture on the canvas, as the wizard draws it in a real browser.

const ROUNDS = 12
/** So long, in milliseconds, a seller looks before choosing a product: what is fetched and made meanwhile need not be waited for. */
const LOOKS_MS = Number(process.env.LOOKS_MS ?? 3_000)
/** So long a hurried seller takes from choice to choice, from the first sight of the wizard on. */
const PACE_MS = Number(process.env.PACE_MS ?? 700)

const testServer = await openTestServer({ worker: 'uploads' })
const { page } = await openPage({ viewport: { width: 1440, height: 900 } })
await signUp(page, testServer, 'maya@example.com')
await uploadDesign(page, testServer, 'one.png', await drawDesign())
await uploadDesign(page, testServer, 'two.png', await drawSun())

const canvas = page.locator('canvas[data-state=drawn]')
const choose = (name: string | RegExp) => page.getByRole('radio', { name }).click()
const next = () => page.getByRole('button', { name: 'Next' }).click()
const previous = () => page.getByRole('button', { name: 'Previous' }).click()

/** Milliseconds from a click on the first match until the picture of that choice is on the canvas. */
async function time(selector: string): Promise<number> {
  await canvas.waitFor()
  return page.evaluate(async (css) => {
    const picture = document.querySelector('canvas[data-state]')
    const choice = document.querySelector<HTMLElement>(css)
    if (!picture || !choice) throw new Error(`${css}: nothing there`)
    const drawn = new Promise<number>((resolve) => {
      new MutationObserver(() => picture.getAttribute('data-state') === 'drawn' && resolve(performance.now())).observe(
        picture,
        { attributeFilter: ['data-state'] },
      )
    })
    const start = performance.now()
    choice.click()
    return (await drawn) - start
  }, selector)
}

/** The same where the canvas itself comes with the choice. */
const timeFirst = (selector: string): Promise<number> =>
  page.evaluate(async (css) => {
    const start = performance.now()
    document.querySelector<HTMLElement>(css)?.click()
    return new Promise<number>((resolve) => {
      const look = (): void =>
        void (document.querySelector('canvas[data-state=drawn]')
          ? resolve(performance.now() - start)
          : requestAnimationFrame(look))
      look()
    })
  }, selector)

const devtools = await page.context().browser()?.newBrowserCDPSession()

/** Seconds of processor that the browser has used, all its processes together: what counts where others keep the machine busy. */
async function processorSeconds(): Promise<number> {
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {}
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** Milliseconds from a move of the hand that holds the print until it is drawn there; the hand goes to and fro. */
async function timeHeld(round: number): Promise<number> {
  await canvas.waitFor()
  return page.evaluate(async (at) => {
    const picture = document.querySelector('canvas[data-state]')
    const print = document.querySelector('[data-print-overlay] button')
    if (!picture || !print) throw new Error('There is no print to hold')
    const drawn = new Promise<number>((resolve) => {
      new MutationObserver(() => picture.getAttribute('data-state') === 'drawn' && resolve(performance.now())).observe(
        picture,
        { attributeFilter: ['data-state'] },
      )
    })
    const { left, top, width, height } = picture.getBoundingClientRect()
    const clientX = left + width * (0.5 + 0.004 * at)
    const clientY = top + height * (at % 2 ? 0.5 : 0.47)
    const start = performance.now()
    // The mouse's own pointer, which is down; with Alt no line draws it to itself.
    print.dispatchEvent(
      new PointerEvent('pointermove', { bubbles: true, pointerId: 1, altKey: true, clientX, clientY }),
    )
    return (await drawn) - start
  }, round)
}

const report = (what: string, selectors: readonly [string, string]): Promise<void> =>
  tell(what, (round) => time(selectors[round % 2] ?? ''))

async function tell(what: string, timed: (round: number) => Promise<number>): Promise<void> {
  const times: number[] = []
  await canvas.waitFor()
  const before = await processorSeconds()
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(round))
  const processor = ((await processorSeconds()) - before) * (1000 / ROUNDS)
  const [first = 0, second = 0] = times
  const sorted = times.toSorted((one, other) => one - other)
  const [best, median, worst] = [sorted[0], sorted[ROUNDS >> 1], sorted.at(-1)].map((ms) => (ms ?? 0).toFixed(0))
  console.log(
    `${what.padEnd(14)} first ${first.toFixed(0)} and ${second.toFixed(0)}, best ${best}, median ${median}, worst ${worst} ms; ${processor.toFixed(0)} ms of processor a choice`,
  )
}

test('choice to picture', async () => {
  console.log(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
  await page.goto(`${testServer.url}/generate`)
  await choose('one.png')
  await page.waitForLoadState('networkidle')
  await next()
  await page.waitForTimeout(LOOKS_MS)
  console.log(
    `first picture of a visit, ${LOOKS_MS} ms after the step came: ${(await timeFirst('input[value=mug]')).toFixed(0)} ms`,
  )
  await page.waitForLoadState('networkidle')
  for (const name of ['two.png', 'one.png', 'two.png', 'one.png']) {
    await previous()
    await choose(name)
    await page.waitForTimeout(LOOKS_MS)
    console.log(`design ${(await timeFirst('main section > .border-t > button:last-of-type')).toFixed(0)} ms`)
  }
  await report('product', ['input[value=t-shirt]', 'input[value=mug]'])
  await choose('T-Shirt')
  await choose('Gildan 64000')
  await next()
  await report('color', ['[data-colour=red]', '[data-colour=navy]'])
  await report('style', ['input[value=flat-lay]', 'input[value=studio-front]'])
  await choose(/Flat Lay/)
  await next()
  await report('background', ['input[value=wood-texture]', 'input[value=neutral-gray]'])
  await next()
  await report('design size', ['input[value=large]', 'input[value=small]'])
  await report('placement', ['input[value=left-chest]', 'input[value=center]'])
  await page.getByRole('button', { name: 'Adjust on the product' }).click()
  const print = (await page.getByRole('button', { name: /^Print on the/ }).boundingBox())!
  await page.mouse.move(print.x + print.width / 2, print.y + print.height / 2)
  await page.mouse.down()
  await tell('print dragged', timeHeld)
  await page.mouse.up()
  for (let step = 0; step < 3; step += 1) await previous()
  // The first round went on while everything else was being fetched ahead.
  await report('product again', ['input[value=mug]', 'input[value=t-shirt]'])
  console.log(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
})

test('a seller in a hurry', async () => {
  const hurried = await openPage({ viewport: { width: 1440, height: 900 } })
  await signUp(hurried.page, testServer, 'hurry@example.com')
  await uploadDesign(hurried.page, testServer, 'one.png', await drawSun())
  await hurried.page.goto(`${testServer.url}/generate`)
  await hurried.page.getByRole('radio', { name: 'one.png' }).waitFor()
  const told = await hurried.page.evaluate(async (pace) => {
    const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const press = async (find: () => HTMLElement | null | undefined): Promise<void> => {
      for (;;) {
        const found = find()
        if (found) return found.click()
        await moment(5)
      }
    }
    const next = () =>
      press(() =>
        [...document.querySelectorAll('button')].find(
          ({ textContent, disabled }) => textContent?.trim() === 'Next' && !disabled,
        ),
      )
    const times: string[] = []
    let [chosen, since, isOld] = ['', 0, true]
    new MutationObserver(() => {
      const isDrawn = document.querySelector('canvas[data-state=drawn]') !== null
      if (chosen && isDrawn && !isOld) {
        times.push(`${chosen} ${(performance.now() - since).toFixed(0)}`)
        chosen = ''
      }
      isOld &&= isDrawn
    }).observe(document.body, { subtree: true, attributes: true, childList: true, attributeFilter: ['data-state'] })
    const choose = async (name: string, css: string): Promise<void> => {
      if (chosen) times.push(`${chosen} more than ${pace}`)
      ;[chosen, since, isOld] = [name, performance.now(), true]
      await press(() => document.querySelector<HTMLElement>(css))
      await moment(pace)
    }
    dispatchEvent(new PointerEvent('pointermove'))
    await moment(pace)
    await press(() => document.querySelector<HTMLElement>('[role=radiogroup] label, [role=radiogroup] input'))
    await moment(pace)
    await next()
    await choose('hoodie', 'input[value=hoodie]')
    await choose('its model', 'input[value="bella-canvas-3719"]')
    await next()
    await choose('color', '[data-colour^=black]')
    await choose('style', 'input[value=lifestyle-casual]')
    await next()
    await choose('background', 'input[value=outdoor-natural]')
    await choose('gender', 'input[value=woman]')
    await next()
    await choose('size', 'input[value=large]')
    await moment(1_000)
    return times
  }, PACE_MS)
  console.log(`a choice every ${PACE_MS} ms: ${told.join(', ')} ms; load ${loadavg()[0]?.toFixed(1)}`)
})
