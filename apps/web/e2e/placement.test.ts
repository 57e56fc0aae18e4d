import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawDesign, lookAt } from './patches.ts'
import { giveMockups, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { url, db } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'four patches.png', await drawDesign())
const SETTINGS =
  'product=t-shirt&product_model=gildan-64000&colour=white&model_style=flat-lay&background=white-studio&design_size=medium'

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
})

const print = (of: Page) => of.getByRole('button', { name: /^Print on the T-Shirt/ })
const field = (of: Page, name: string) => of.getByRole('spinbutton', { name: new RegExp(`^${name}`) })
const numbers = (of: Page) =>
  Promise.all(['Across', 'Down', 'Width', 'Rotation'].map(async (name) => Number(await field(of, name).inputValue())))

async function atSize(of: Page): Promise<void> {
  await of.goto(`${url}/generate?${SETTINGS}&regenerate=true&designId=${design.id}`)
  await of.getByText('Step 6 of 6').waitFor()
  await of.getByRole('button', { name: 'Previous' }).click()
  await of.getByText('Step 5 of 6').waitFor()
}

/** The preview, once it is drawn. */
async function picture(of: Page) {
  const canvas = of.locator('canvas[data-state=drawn]')
  await canvas.waitFor()
  const png = (await canvas.evaluate((each: HTMLCanvasElement) => each.toDataURL())).split(',')[1] ?? ''
  return lookAt(Buffer.from(png, 'base64'))
}

/** Where the design's four patches meet in the preview, and how wide it is there, in shares of the picture. */
async function seen(of: Page) {
  const { find } = await picture(of)
  const [red, yellow, green, magenta] = [find('red'), find('yellow'), find('green'), find('magenta')]
  return {
    x: (red.x + yellow.x + green.x + magenta.x) / 4,
    y: (red.y + yellow.y + green.y + magenta.y) / 4,
    width: Math.hypot(yellow.x - red.x, yellow.y - red.y) * 2,
  }
}

/** Drags the print from where it is seen by so many shares of the picture; `before` is looked at before it is let go. */
async function drag(of: Page, by: { x: number; y: number }, before?: () => Promise<void>): Promise<void> {
  const box = (await print(of).boundingBox())!
  const { x, y } = await seen(of)
  await of.mouse.move(box.x + x * box.width, box.y + y * box.height)
  await of.mouse.down()
  await of.mouse.move(box.x + (x + by.x) * box.width, box.y + (y + by.y) * box.height, { steps: 6 })
  await before?.()
  await of.mouse.up()
}

/** What was ordered last, as the database has it. */
async function lastOrder(): Promise<{ placement?: object; side?: string } | undefined> {
  const found = await db.generation.findFirst({ where: { userId: user.id }, orderBy: { createdAt: 'desc' } })
  return (found?.input as { settings: { placement?: object; side?: string } } | undefined)?.settings
}

test('a print is put at a place, dragged, scaled, turned and typed, and ordered where it is seen', async () => {
  await atSize(page)
  const medium = await seen(page)
  await page.getByRole('radio', { name: 'Left chest' }).click()
  await page.getByText('4 in wide at 10.5, 2.5 in').waitFor()
  // A size is a way back, and none of them is what is shown now.
  await expect.poll(() => page.getByRole('radio', { name: /Medium/ }).isChecked()).toBe(false)
  await expect.poll(async () => (await seen(page)).x).toBeGreaterThan(medium.x + 0.08)
  const chest = await seen(page)
  expect(chest.width).toBeLessThan(medium.width * 0.5)

  await page.getByRole('button', { name: 'Adjust on the product' }).click()
  await expect.poll(() => numbers(page)).toEqual([10.5, 2.5, 4, 0])
  // Nearly onto the centre line: it snaps, and the line is shown while it is held.
  const guides = page.locator('[data-guide=x]')
  await drag(page, { x: medium.x - chest.x + 0.004, y: 0.1 }, () => guides.waitFor())
  await expect.poll(() => guides.count()).toBe(0)
  const [x, y = 0] = await numbers(page)
  expect(x).toBe(6.5)
  expect(y).toBeGreaterThan(3.5)
  await expect.poll(async () => Math.abs((await seen(page)).x - medium.x)).toBeLessThan(0.012)
  const moved = await seen(page)
  expect(moved.y - chest.y).toBeGreaterThan(0.07)
  expect(moved.y - chest.y).toBeLessThan(0.13)

  // By its lower right corner it is made larger, the upper left one where it was.
  const corner = (await page.locator('[data-corner="11"]').boundingBox())!
  await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2)
  await page.mouse.down()
  await page.mouse.move(corner.x + corner.width / 2 + 60, corner.y + corner.height / 2 + 60, { steps: 4 })
  await page.mouse.up()
  const [largerX = 0, largerY = 0, width = 0] = await numbers(page)
  expect(width).toBeGreaterThan(4.5)
  expect(largerX - width / 2).toBeCloseTo(4.5, 1)
  expect(largerY - width / 2).toBeCloseTo(y - 2, 1)
  const knob = (await page.locator('[data-knob]').boundingBox())!
  await page.mouse.move(knob.x + knob.width / 2, knob.y + knob.height / 2)
  await page.mouse.down()
  await page.mouse.move(knob.x + 300, knob.y + 100, { steps: 6 })
  await page.mouse.up()
  expect((await numbers(page))[3]).toBeGreaterThan(20)

  // The keyboard, from the numbers as they stand.
  await field(page, 'Rotation').fill('0')
  await field(page, 'Width').fill('6')
  await field(page, 'Across').fill('5')
  await field(page, 'Down').fill('8')
  await print(page).focus()
  for (const key of ['ArrowLeft', 'Shift+ArrowUp', '+', '+', ']', ']', '[']) await page.keyboard.press(key)
  await expect.poll(() => numbers(page)).toEqual([4.9, 7, 6.2, 1])
  // Escape in the middle of a drag is as if there had been none; then it is back at its size.
  await drag(page, { x: 0.1, y: 0 }, () => page.keyboard.press('Escape'))
  await expect.poll(() => numbers(page)).toEqual([4.9, 7, 6.2, 1])
  await print(page).press('Escape')
  await expect.poll(() => page.getByRole('radio', { name: /Medium/ }).isChecked()).toBe(true)
  await expect.poll(() => numbers(page)).toEqual([6.5, 5, 10, 0])
  await page.getByText('120 DPI').first().waitFor()
  await page.getByRole('button', { name: 'Make it 8 in wide' }).click()
  // What reaches beyond the area is brought back when its field is left.
  await field(page, 'Across').fill('12')
  await field(page, 'Across').blur()
  await field(page, 'Rotation').fill('15')
  await field(page, 'Rotation').blur()
  const [across = 0, down = 0, ...rest] = await numbers(page)
  expect(rest).toEqual([8, 15])
  expect(across).toBeLessThan(9)

  await page.reload()
  await page.getByText('Step 5 of 6').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(`8 in wide at ${across}, ${down} in, turned by 15°`).waitFor()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await expect
    .poll(lastOrder)
    .toMatchObject({ placement: { x: across, y: down, width: 8, rotation: 15 }, design_size: 'medium' })
})

test('the back is printed where it is photographed, the right way round, and found again', async () => {
  await atSize(page)
  const sides = page.getByRole('radiogroup', { name: 'Side' })
  const front = await seen(page)
  await sides.getByRole('radio', { name: 'Front' }).focus()
  await page.keyboard.press('ArrowRight')
  // Greater than, which a picture without a print is not.
  await expect.poll(async () => Math.abs((await seen(page)).y - front.y)).toBeGreaterThan(0.01)
  const { find } = await picture(page)
  expect(find('red').x).toBeLessThan(find('yellow').x - 0.1)
  expect(find('red').y).toBeLessThan(find('green').y - 0.1)
  await page.getByRole('radio', { name: 'Left chest' }).waitFor({ state: 'detached' })
  // Both are photographed so: nothing says how else they are.
  await expect.poll(() => page.getByText(/^(Front|Back): /).count()).toBe(0)
  await page.getByRole('radio', { name: 'Upper back' }).click()
  await page.getByText('8 in wide at 6.5, 4.5 in').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page
    .getByRole('definition')
    .filter({ hasText: /^Back$/ })
    .waitFor()
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await expect.poll(lastOrder).toMatchObject({ side: 'back', placement: { x: 6.5, y: 4.5, width: 8 } })

  // A link carries a side along; one that the product does not have is its front.
  await page.goto(`${url}/generate?${SETTINGS}&side=back&regenerate=true&designId=${design.id}`)
  await page.getByText('Step 6 of 6').waitFor()
  await page
    .getByRole('definition')
    .filter({ hasText: /^Back$/ })
    .waitFor()
  await page.goto(
    `${url}/generate?product=mug&colour=mug-white&model_style=studio-product&background=off-white&design_size=large&side=back&regenerate=true&designId=${design.id}`,
  )
  await page.getByText('Step 6 of 6').waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect.poll(() => sides.getByRole('radio', { name: 'This side' }).isChecked()).toBe(true)
  await sides.getByText('All round').click()
  await expect.poll(() => page.getByText(/This side: /).count()).toBe(0)
  // A square design is no wider than the print is high, at any size.
  await expect.poll(() => page.getByText('3.3 inches wide').count()).toBe(3)

  const [id = ''] = await giveMockups(testServer, user, design, 'four-patches-1', 1)
  await db.mockup.update({ where: { id }, data: { side: 'back' } })
  await page.goto(`${url}/mockups?side=back`)
  const card = page.getByRole('button', { name: /^Open four patches .*, Back$/ })
  await card.click()
  await page.getByRole('dialog').getByText('Back', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove filter: Back' }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Open / }).count()).toBeGreaterThan(0)
})

test('on a phone the print is adjusted in a sheet of its own; without a placement an order is as it was', async () => {
  const { page: phone } = await openPage({
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await atSize(phone)
  await phone.getByRole('button', { name: 'Adjust on the product' }).click()
  const sheet = phone.getByRole('dialog', { name: 'Adjust placement' })
  await sheet.waitFor()
  await print(phone).waitFor()
  expect((await print(phone).boundingBox())?.width).toBeGreaterThan(300)
  await drag(phone, { x: -0.03, y: 0.12 })
  const [, y = 0] = await numbers(phone)
  expect(y).toBeGreaterThan(5.5)
  // On the print Escape goes back to its size, and the sheet stays.
  await print(phone).press('Escape')
  await expect.poll(() => numbers(phone)).toEqual([6.5, 5, 10, 0])
  await sheet.getByRole('button', { name: 'Done' }).click()
  await sheet.waitFor({ state: 'detached' })
  await phone.getByRole('button', { name: 'Next' }).click()
  await phone.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await expect.poll(lastOrder).not.toHaveProperty('placement')
})

test('a mockup says where its print sits, and its settings carry it along', async () => {
  const placement = { x: 10.5, y: 2.5, width: 4, rotation: 0 }
  const [id = ''] = await giveMockups(testServer, user, design, 'four-patches-2', 1)
  await db.mockup.update({ where: { id }, data: { placement } })
  await page.goto(`${url}/mockups`)
  await page
    .getByRole('button', { name: /^Open four patches/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText('4 in wide at 10.5, 2.5 in').waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Copy Settings' }).click()
  await page.getByRole('radio', { name: 'four patches.png' }).click()
  await page.getByText('Step 6 of 6').waitFor()
  await page
    .getByRole('main')
    .getByText(/4 in wide at 10\.5, 2\.5 in/)
    .waitFor()
})
