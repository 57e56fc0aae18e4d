import { PRODUCTS } from '@printroom/contract/catalogue'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { intercept, openPage, untilQuiet } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawDesign, lookAt, type Patch } from './patches.ts'
import { signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer()
const { url } = testServer
const { page, problems } = await openPage({ looksAhead: true })
await signUp(page, testServer, 'maya@example.com')
const { id: designId } = await uploadDesign(page, testServer, 'four patches.png', await drawDesign())

const preview = page.getByRole('img', { name: /^Preview/ })
const choose = (name: string | RegExp) => page.getByRole('radio', { name }).click()
const next = () => page.getByRole('button', { name: 'Next' }).click()

/** The preview's own pixels once they answer `isRight`, or the last ones seen. */
async function picture(isRight: (png: Buffer) => Promise<boolean>): Promise<Buffer> {
  await page.locator('canvas[data-state=drawn]').waitFor()
  let png = Buffer.alloc(0)
  await expect
    .poll(
      async () => {
        png = Buffer.from(
          (await preview.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())).split(',')[1]!,
          'base64',
        )
        return isRight(png)
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  return png
}

/** Median colour of the glaze just below the print. */
async function glazeOf(png: Buffer): Promise<[number, number, number]> {
  const { find, ring } = await lookAt(png)
  const [red, yellow, green] = (['red', 'yellow', 'green'] satisfies Patch[]).map(find) as [Found, Found, Found]
  const y = green.y + 0.62 * (green.y - red.y)
  const below = Array.from({ length: 15 }, (_, step) => ring(red.x + (step / 14) * (yellow.x - red.x), y, 0)[0]!)
  const median = (channel: 0 | 1 | 2) => below.map((rgb) => rgb[channel]).sort((one, other) => one - other)[7]!
  return [median(0), median(1), median(2)]
}

type Found = ReturnType<Awaited<ReturnType<typeof lookAt>>['find']>

const corner = async (png: Buffer) => (await lookAt(png)).ring(0.02, 0.02, 0)[0]!
const darkest = async (png: Buffer, part: { left: number; top: number; width: number; height: number }) =>
  Math.min(...(await sharp(png).extract(part).flatten().greyscale().raw().toBuffer()))
const isNear = ([r, g, b]: readonly [number, number, number], wanted: readonly [number, number, number], by: number) =>
  Math.abs(r - wanted[0]) < by && Math.abs(g - wanted[1]) < by && Math.abs(b - wanted[2]) < by

test('from step 2 on the design is on the product, and every choice repaints it', { timeout: 240_000 }, async () => {
  await page.goto(`${url}/generate?designId=${designId}`)
  await page.getByText('Step 2 of 6').waitFor()
  await choose('Mug')
  // Nothing but the product is chosen: white, before the first background there is.
  await picture(async (png) => isNear(await glazeOf(png), [225, 225, 225], 32))
  await page.getByText('Shown as Studio Product, White Studio until you choose').waitFor()
  await next()

  await page.locator('[data-colour=mug-black]').click()
  await picture(async (png) => Math.max(...(await glazeOf(png))) < 75)
  await page.locator('[data-colour=mug-cobalt-blue]').click()
  await picture(async (png) => {
    const [r, g, b] = await glazeOf(png)
    return b > 90 && r < b / 2 && g < b * 0.75
  })
  await choose(/Studio Product/)
  await next()
  await choose('White Studio')
  const white = await picture(async (png) => isNear(await corner(png), [255, 255, 255], 2))
  // The mark is in one corner: nothing of it lies over paper or print.
  expect(await darkest(white, { left: 0, top: 0, width: 512, height: 60 })).toBeGreaterThan(252)
  expect(await darkest(white, { left: 0, top: 480, width: 300, height: 32 })).toBeGreaterThan(252)
  expect(await darkest(white, { left: 400, top: 480, width: 112, height: 32 })).toBeLessThan(220)
  await choose('Neutral Gray')
  await picture(async (png) => isNear(await corner(png), [150, 150, 150], 40))
  await next()
  const before = (await lookAt(white)).find('red').share
  await choose('Small')
  await picture(async (png) => (await lookAt(png)).find('red').share < before * 0.8)

  await expect
    .poll(() => page.locator('canvas').evaluate((canvas) => canvas.getBoundingClientRect().width))
    .toBeGreaterThan(200)
  expect(problems).toEqual([])
})

test('what the first preview needs is fetched when a hand moves over the designs, whatever the product will be', async () => {
  const { page: other } = await openPage({
    storageState: await page.context().storageState(),
    looksAhead: true,
  })
  const products = new Set<string>()
  const map = /\/assets\/plates\/(t-shirt|hoodie|crewneck-sweatshirt|mug|tote-bag)-.*-map-/
  other.on('request', (request) => products.add(map.exec(request.url())?.[1] ?? 'no map'))
  await other.goto(`${url}/generate`)
  await other.getByText('four patches.png').waitFor()
  expect([...products]).toEqual(['no map'])
  await other.mouse.move(300, 300)
  await expect.poll(() => [...products].toSorted(), { timeout: 60_000 }).toEqual([...PRODUCTS, 'no map'].toSorted())
  await other.context().close()
})

test('a browser that saves data fetches what it shows, and nothing ahead', async () => {
  const { page: other } = await openPage({ storageState: await page.context().storageState() })
  const maps: string[] = []
  other.on('request', (request) => void (/-map-/.test(request.url()) && maps.push(request.url())))
  await other.goto(`${url}/generate?designId=${designId}`)
  await other.mouse.move(300, 300)
  await other.getByRole('radio', { name: 'Mug' }).click()
  await other.locator('canvas[data-state=drawn]').waitFor()
  await untilQuiet(other)
  expect(maps).toEqual([expect.stringContaining('/mug-')])
  await other.context().close()
})

test('a combination without a plate is said to be a sketch', async () => {
  // All have their plates: those of worn garments are taken from the list that comes with the worker.
  await intercept(page, /preview\.worker-.*\.js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('lifestyle-casual', 'taken-away') })
  })
  await page.goto(
    `${url}/generate?designId=${designId}&product=hoodie&product_model=gildan-18500&colour=black&model_style=lifestyle-casual`,
  )
  await page.getByText('There is no photograph of this combination yet: this is a sketch').waitFor()
  await expect.poll(() => preview.isVisible()).toBe(false)
  await page.unrouteAll()
})

test('in the gallery a visitor changes colour and product and sees it at once', { timeout: 240_000 }, async () => {
  await page.goto(url)
  await page.getByRole('link', { name: 'View Examples' }).click()
  const stage = page.getByRole('img', { name: /^Night Whale on a/ })
  await page.locator('canvas[data-state=drawn]').waitFor()
  /** The cloth or glaze left of the picture's middle, below the print. */
  const read = () =>
    stage.evaluate((canvas: HTMLCanvasElement) => {
      const copy = new OffscreenCanvas(512, 512).getContext('2d')
      copy?.drawImage(canvas, 0, 0, 512, 512)
      return [...(copy?.getImageData(190, 395, 1, 1).data ?? [])].slice(0, 3) as [number, number, number]
    })
  await page.getByRole('radio', { name: 'Tote Bag' }).waitFor()
  await page.locator('[data-colour=white]').click()
  await expect.poll(async () => Math.min(...(await read())), { timeout: 60_000 }).toBeGreaterThan(150)
  await page.locator('[data-colour=black]').click()
  await expect.poll(async () => Math.max(...(await read())), { timeout: 60_000 }).toBeLessThan(90)
  await page.getByRole('radio', { name: 'Mug', exact: true }).click()
  await page.getByRole('img', { name: 'Night Whale on a Black Mug' }).waitFor()
  await page.getByRole('radio', { name: /Pattern/ }).click()
  await page.getByRole('img', { name: 'Quarter Tiles on a Black Mug' }).waitFor()
  expect(problems).toEqual([])
})
