import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { SCENE } from '@printroom/contract/scenes'
import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { MEASURED_WITHIN_MS, measured, photographMug, sendPhotograph } from './scene-steps.ts'
import { drawSun, signUp, uploadDesign } from './seed.ts'
import { openTestServer } from './test-server.ts'

const testServer = await openTestServer()
const { url } = testServer
const { page, problems } = await openPage({ hasTouch: true })
await signUp(page, testServer, 'masks@example.com')
await uploadDesign(page, testServer, 'sunset club.png', await drawSun(0))
const { id } = await measured(
  page,
  testServer,
  (await sendPhotograph(page, testServer, 'Desk.jpg', await photographMug())).id,
)
const dialog = page.getByRole('dialog', { name: 'Edit Mask' })
const button = (name: string) => dialog.getByRole('button', { name, exact: true })
const canvas = dialog.getByLabel('Mask', { exact: true })

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
})

/** How much the picture with its tint has changed since it was last looked at. */
const seen = async (): Promise<string> =>
  canvas.evaluate(
    (element: HTMLCanvasElement) =>
      new Promise<string>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(element.toDataURL())))
      }),
  )

async function middle(of: Page): Promise<{ x: number; y: number }> {
  const box = await of.getByRole('dialog').locator('canvas').boundingBox()
  if (!box) throw new Error('there is no canvas')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a mask is painted by mouse, by keyboard and by finger, and each stroke is undone and done again', async () => {
  await page.goto(`${url}/scenes/${id}`)
  await page.getByRole('button', { name: 'Edit Mask' }).click()
  await dialog.locator('canvas[data-state=ready]').waitFor()
  if (process.env.SCENES_INTO) await page.screenshot({ path: `${process.env.SCENES_INTO}/editor.png` })
  await expect.poll(() => button('Save Mask').isDisabled()).toBe(true)
  await button('Take away').click()
  const { x, y } = await middle(page)
  await page.mouse.move(x, y)
  const before = await seen()
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 30, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => seen()).not.toBe(before)
  await expect.poll(() => button('Save Mask').isEnabled()).toBe(true)
  await page.keyboard.press('Control+z')
  await expect.poll(() => button('Save Mask').isDisabled()).toBe(true)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => button('Undo').isEnabled()).toBe(true)
  await button('Undo').click()

  await canvas.focus()
  await page.keyboard.press('e')
  await page.keyboard.press('+')
  await dialog.getByRole('status').filter({ hasText: 'Brush 60' }).waitFor()
  await page.keyboard.press('Space')
  await dialog.getByRole('status').filter({ hasText: 'ground, painted' }).waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  for (let turn = 0; turn < 2; turn++) await page.keyboard.press('Control+z')
  await expect.poll(() => button('Undo').isDisabled()).toBe(true)

  await page.touchscreen.tap(x, y)
  await expect.poll(() => button('Undo').isEnabled()).toBe(true)
  await button('Found mask').click()
  await button('Undo').click()
  await button('Undo').click()
  await expect.poll(() => button('Save Mask').isDisabled()).toBe(true)
})

test('two fingers move and zoom, and paint nothing', async () => {
  const devtools = await page.context().newCDPSession(page)
  const { x, y } = await middle(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map((dx, finger) => ({ x: x + dx, y, id: finger })),
    })
  const before = await seen()
  await touch('touchStart', -20)
  await touch('touchStart', -20, 20)
  await touch('touchMove', -80, 80)
  await touch('touchEnd')
  await expect.poll(() => seen()).not.toBe(before)
  await expect.poll(() => button('Undo').isDisabled()).toBe(true)
  await button('Show it whole').click()
})

test('what is not saved is asked for before it is lost', async () => {
  await button('Take away').click()
  const { x, y } = await middle(page)
  await page.mouse.click(x, y)
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard Your Changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  await canvas.waitFor()
  await button('Undo').click()
})

test(
  'a saved mask makes the scene anew, which then takes every color',
  { timeout: 2 * MEASURED_WITHIN_MS },
  async () => {
    await button('Add').click()
    await dialog.getByLabel('Size').fill('240')
    const box = (await canvas.boundingBox())!
    const side = Math.min(box.width, box.height)
    const at = (share: number) => ({ x: box.x + box.width / 2 + share * side, y: box.y + box.height / 2 })
    await page.mouse.move(at(-0.3).x, at(0).y)
    await page.mouse.down()
    for (const down of [-0.2, 0, 0.2])
      for (const across of [-0.3, 0.3]) await page.mouse.move(at(across).x, at(0).y + down * side, { steps: 3 })
    await page.mouse.up()
    await button('Save Mask').click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Working your mask in').waitFor()
    await page.getByText('Your mask is in').waitFor({ timeout: MEASURED_WITHIN_MS })
    if (process.env.SCENES_INTO) await page.screenshot({ path: `${process.env.SCENES_INTO}/scene.png`, fullPage: true })
    await page.getByRole('radio', { name: 'Black', exact: true }).click()
    await page.getByRole('button', { name: 'Make Mockup' }).click()
    const made = page.getByRole('list', { name: 'Made just now' }).getByRole('link', { name: 'Download' })
    const file = await page.request.get(url + (await made.getAttribute('href')))
    const { data, info } = await sharp(await file.body())
      .resize(64, 64)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const light = (px: number, py: number) => data[(py * 64 + px) * info.channels + 1]!
    expect(light(15, 44)).toBeLessThan(110)
  },
)

test('a mask that cannot be one is refused with a sentence, and a stranger’s is nowhere', async () => {
  const send = (buffer: Buffer) =>
    page.request.post(`${url}/api/scenes/${id}/mask`, {
      headers: { origin: url },
      multipart: { mask: { name: 'mask.png', mimeType: 'image/png', buffer } },
    })
  const refused = await send(Buffer.from('no picture'))
  expect([refused.status(), (await refused.json()).error]).toEqual([400, SCENE.maskNotPng])
})
