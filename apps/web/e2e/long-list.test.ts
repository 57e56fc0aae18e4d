import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectFocus, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from './seed.ts'

// A list far longer than the window: only the cards that were near it are whole, and nobody should be able to tell.

const GROUPS = ['old-harbour-1', 'sunset-club-2', 'green-sea-3']
const EACH = 50
const ALL = GROUPS.length * EACH

const testServer = await openTestServer({ worker: 'uploads' })
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
for (const folder of GROUPS) await giveMockups(testServer, user, design, folder, EACH)
await testServer.db.mockup.updateMany({ where: { folderName: 'old-harbour-1' }, data: { colour: 'mug-lime-green' } })

const list = page.getByRole('region', { name: /harbour|club|sea/ })
const cards = list.getByRole('listitem')
const pictures = list.getByRole('img')
const scrollDown = (y: number) => page.evaluate((top) => window.scrollTo(0, top), y)
async function inSight(at: number): Promise<void> {
  const top = async () => (await cards.nth(at).boundingBox())?.y
  await expect.poll(top).toBeGreaterThan(0)
  await expect.poll(top).toBeLessThan(900)
}

beforeEach(async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${testServer.url}/mockups`)
  await expect.poll(() => cards.count()).toBe(ALL)
})

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
})

test.each([1440, 768, 390])(
  '%i wide: a card is as high far away as near, and so scrolling never jumps',
  async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => pictures.count()).toBeGreaterThan(3)
    const heights = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('li[id^=mockup-]')].map(
          (card) => [card.childElementCount > 0, card.getBoundingClientRect().height] as const,
        ),
      )
    const seen = await heights()
    const near = seen.filter(([isWhole]) => isWhole).map(([, height]) => height)
    const far = seen.filter(([isWhole]) => !isWhole).map(([, height]) => height)
    expect(near.length).toBeGreaterThan(3)
    expect(far.length).toBeGreaterThan(ALL / 2)
    expect(Math.max(...near, ...far) - Math.min(...near, ...far)).toBeLessThan(0.1)
  },
)

test('pictures and buttons are there for what is in sight, wherever that is, and never for all', async () => {
  for (const y of [0, 4_000, 9_000, 0]) {
    await scrollDown(y)
    await expect
      .poll(() =>
        page.evaluate(() => {
          const shown = [...document.querySelectorAll('li[id^=mockup-]')].filter(
            (card) => card.getBoundingClientRect().bottom > 0 && card.getBoundingClientRect().top < innerHeight,
          )
          return (
            shown.length > 3 &&
            shown.every((card) => card.querySelector('img') && card.querySelectorAll('button').length > 2)
          )
        }),
      )
      .toBe(true)
    await expect.poll(() => pictures.count()).toBeLessThan(ALL - 20)
  }
})

test('what was whole stays so, and nothing is made that is far ahead of who stands still', async () => {
  await expect.poll(() => pictures.count()).toBeGreaterThan(8)
  const first = await pictures.first().elementHandle()
  await expect.poll(() => pictures.count()).toBeLessThan(40)
  await scrollDown(9_000)
  await expect.poll(() => pictures.count()).toBeGreaterThan(40)
  await scrollDown(0)
  await inSight(0)
  await expect.poll(() => first?.evaluate((picture) => picture.isConnected)).toBe(true)
})

test('the words of cards far away are there for a search in the page, each at its card’s place, and none twice', async () => {
  const words = page.locator('section > div > div[aria-hidden=true] > span')
  await expect.poll(() => words.count()).toBe(ALL)
  const at = ALL - 20
  const [shown = '', far = ''] = await Promise.all([words.first().textContent(), words.nth(at).textContent()])
  expect(shown).toBe('')
  expect(far).toContain('Lime Green')
  expect(await words.nth(at).boundingBox()).toMatchObject({ height: 0 })
  // What the browser does where it finds something.
  await words.nth(at).evaluate((span) => span.parentElement?.removeAttribute('hidden'))
  await words.nth(at).scrollIntoViewIfNeeded()
  await inSight(at)
  const [found, card] = await Promise.all([words.nth(at).boundingBox(), cards.nth(at).boundingBox()])
  expect(Math.abs((found?.x ?? 0) - (card?.x ?? 9)) + Math.abs((found?.y ?? 0) - (card?.y ?? 99))).toBeLessThan(12)
  await cards.nth(at).getByText('Lime Green').waitFor()
})

test(
  'the keyboard goes from card to card beyond the window, and comes back to the one it left',
  { timeout: 240_000 },
  async () => {
    const select = (at: number) => cards.nth(at).getByRole('checkbox')
    await select(0).focus()
    for (let at = 1; at < 28; at += 1) {
      for (
        let press = 0;
        press < 5 && !(await select(at).evaluate((box) => box === document.activeElement));
        press += 1
      )
        await page.keyboard.press('Tab')
      await expectFocus(select(at))
    }
    await inSight(27)
    await scrollDown(10_000)
    await expect.poll(() => pictures.count()).toBeGreaterThan(8)
    await expectFocus(select(27))
    await page.keyboard.press('Space')
    await page.getByText('1 selected').waitFor()
    // Whoever comes from behind comes in at the very last card.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await scrollDown(0)
    await expect
      .poll(() =>
        cards
          .nth(ALL - 1)
          .getByRole('checkbox')
          .count(),
      )
      .toBe(1)
  },
)

test('all are selected, seen or not, and one of them can be let go', async () => {
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
  await page.getByText(`${ALL} selected`).waitFor()
  await scrollDown(6_000)
  await cards.nth(70).getByRole('checkbox').click()
  await page.getByText(`${ALL - 1} selected`).waitFor()
})

test('the address of a mockup far below brings its card into sight, whole and marked', async () => {
  const id = await cards.nth(120).getAttribute('id')
  await page.goto(`${testServer.url}/mockups?mockup=${id?.replace('mockup-', '')}`)
  await page.locator('li[data-highlighted] img').waitFor()
  await inSight(120)
})
