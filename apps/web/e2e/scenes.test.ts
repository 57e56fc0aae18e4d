import { PSD_REFUSAL } from '@printroom/contract/files/psd'
import { SCENE } from '@printroom/contract/scenes'
import { afterEach, expect, test } from 'vitest'
import { expectFocus, hold, intercept, openPage } from './browser.ts'
import { MEASURED_WITHIN_MS, heic, holdAtMarkers, layers, photographMug, photographWall } from './scene-steps.ts'
import { drawSun, signUp, uploadDesign } from './seed.ts'
import { openTestServer } from './test-server.ts'

const testServer = await openTestServer()
const { url, db } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const dialog = page.getByRole('dialog')
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const credits = async () => {
  const { planCredits, topupCredits } = await db.user.findUniqueOrThrow({ where: { id: user.id } })
  return planCredits + topupCredits
}

afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

async function openUpload(): Promise<void> {
  await page.goto(`${url}/scenes`)
  await page.getByRole('button', { name: 'Upload Photograph' }).click()
  await dialog.getByText('Drop your photograph here').waitFor()
}

const pick = (name: string, mimeType: string, buffer: Buffer) =>
  dialog.getByLabel('Photograph', { exact: true }).setInputFiles({ name, mimeType, buffer })

test('while scenes load there are skeletons, and what does not load says so and can be tried again', async () => {
  let isDown = true
  await intercept(page, /scene\.list/, async (route) => (isDown ? route.abort() : route.continue()))
  await page.goto(`${url}/scenes`)
  await page.getByText('We could not load your scenes.').waitFor()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading('Your own photograph, every design').waitFor()

  await page.unrouteAll()
  const release = await hold(page, /scene\.list/)
  await page.goto(`${url}/scenes`)
  await page.getByRole('status', { name: 'Loading scenes' }).waitFor()
  release()
  await heading('Your own photograph, every design').waitFor()
})

test('who has no scene is told in three steps how one comes to be, and gets the print of a product’s side', async () => {
  await page.goto(`${url}/scenes`)
  await heading('Your own photograph, every design').waitFor()
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(3)
  const get = page.getByRole('button', { name: 'Get the Print' })
  await get.focus()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Side').selectOption('Back')
  for (const [format, type] of [
    ['PDF', 'application/pdf'],
    ['PNG', 'image/png'],
  ] as const) {
    const href = await dialog.getByRole('link', { name: format }).getAttribute('href')
    expect(href).toContain('product=t-shirt&side=back')
    const print = await page.request.get(url + href)
    expect([print.status(), print.headers()['content-type']]).toEqual([200, type])
    expect(print.headers()['content-disposition']).toContain('calibration-print-t-shirt-back')
  }
  await dialog.getByRole('button', { name: 'How to photograph it' }).click()
  await dialog.getByRole('heading', { name: 'Light from one side' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(get)
})

test('what cannot be a photograph is refused with a sentence before it is sent', async () => {
  await openUpload()
  for (const [name, type, size, words] of [
    ['a.gif', 'image/gif', 10, SCENE.notPhotograph],
    ['a.jpg', 'image/jpeg', 0, SCENE.empty],
  ] as const) {
    await pick(name, type, Buffer.alloc(size))
    await toast.filter({ hasText: words }).waitFor()
  }
  await pick('a.jpg', 'image/jpeg', Buffer.from('no photograph'))
  await toast.filter({ hasText: SCENE.notPhotograph }).waitFor()
  expect(await db.scene.count()).toBe(0)
})

test('a photograph that shows no print is refused with what to do, and another takes its place', async () => {
  await openUpload()
  await dialog.getByLabel('Product').selectOption('Mug')
  await pick('The wall.jpg', 'image/jpeg', await photographWall())
  await heading('The wall').waitFor()
  await heading('This file cannot be used').waitFor({ timeout: MEASURED_WITHIN_MS })
  await page.getByRole('alert').filter({ hasText: 'No calibration print is seen' }).waitFor()
  await page.getByRole('img', { name: 'The wall, as it was sent' }).waitFor()
  await page.getByRole('button', { name: 'Try another photograph' }).click()
  await expect.poll(() => dialog.getByLabel('Product').inputValue()).toBe('mug')
})

test('a photograph becomes a scene, its stages told, on which a design is seen and made into a mockup', async () => {
  await uploadDesign(page, testServer, 'sunset club.png', await drawSun(0))
  await uploadDesign(page, testServer, 'green harbour.png', await drawSun(1))
  const photo = await photographMug()
  await holdAtMarkers(testServer, async () => {
    await pick('On the desk.jpg', 'image/jpeg', photo)
    await heading('On the desk').waitFor()
    await heading('Measuring your file').waitFor()
    await page.getByRole('status').filter({ hasText: 'Finding the markers' }).waitFor()
  })
  await heading('How well it was measured').waitFor({ timeout: MEASURED_WITHIN_MS })
  expect(await db.scene.count()).toBe(1)

  await page.locator('canvas[data-state=drawn]').waitFor()
  await page.getByRole('radio', { name: 'sunset club.png' }).check()
  await page.getByRole('radio', { name: /^Large/ }).check()
  await page.getByRole('img', { name: 'Preview: sunset club.png on a White Mug' }).waitFor()
  await page.locator('canvas[data-state=drawn]').waitFor()
  await page.getByText('White, as it was photographed').waitFor()
  await page.getByText(/px \([\d.]+ mm\) on the cloth/).waitFor()

  const before = await credits()
  await page.getByRole('button', { name: 'Make Mockup' }).click()
  await page.getByRole('list', { name: 'Made just now' }).getByRole('img', { name: 'Mockup on On the desk' }).waitFor()
  expect(await credits()).toBe(before - 1)
  await page.getByRole('button', { name: 'Make Mockup' }).click()
  await toast.filter({ hasText: /already/i }).waitFor()
  expect(await credits()).toBe(before - 1)

  const plate = await page.getByRole('link', { name: 'Download plate' }).getAttribute('href')
  const zip = await page.request.get(url + plate)
  expect([zip.status(), zip.headers()['content-type']]).toEqual([200, 'application/zip'])
})

test('a mockup on a scene stands among the others, and leads back to its scene', async () => {
  await page.getByRole('link', { name: 'Show in My Mockups' }).click()
  await heading('My Mockups').waitFor()
  await page.getByRole('button', { name: /^Open .*White Mug, Own Photograph/ }).click()
  await dialog.getByText('Own Photograph').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^More for .*White Mug/ }).click()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Regenerate' }).count()).toBe(0)
  await page.getByRole('menuitem', { name: 'Open the Scene' }).click()
  await heading('On the desk').waitFor()
})

test('a batch has it among its scenes; colors that it does not take are left out with one press', async () => {
  const before = await credits()
  await page.goto(`${url}/batches/new`)
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.getByRole('button', { name: 'Add Mug' }).click()
  await page.getByRole('checkbox', { name: 'White', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Black', exact: true }).click()
  await page
    .getByRole('group', { name: 'My scenes' })
    .getByRole('checkbox', { name: /white only$/ })
    .click()
  await page.getByText('2 colors in 1 scene: 2 mockups a design.').waitFor()
  await page.getByRole('radio', { name: /^Large/ }).check()
  await page.getByText('One thing cannot be made').waitFor()
  await page.getByText(/^Mug, Black, .*: This scene shows its garment in white/).waitFor()
  await page.getByRole('button', { name: 'Leave them out' }).click()
  await page.getByRole('button', { name: 'Order 2 Mockups' }).click()
  await page.getByText('2 of 2 done').waitFor()
  const tiles = page.getByRole('list', { name: 'Mockups' }).getByRole('link')
  await expect
    .poll(() => tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label'))))
    .toEqual(['Open White Mug, Own Photograph', 'Open White Mug, Own Photograph'])
  // One of the two was made before.
  expect(await credits()).toBe(before - 1)
})

test('a PSD that is cut short is refused as a Photoshop file', async () => {
  await openUpload()
  await pick('Cut.psd', 'image/vnd.adobe.photoshop', (await layers()).subarray(0, 90_000))
  await toast.filter({ hasText: PSD_REFUSAL.unreadable }).waitFor()
  expect(PSD_REFUSAL.unreadable).toContain('Photoshop file')
})

test.each([
  {
    name: 'Layers.psd',
    type: 'image/vnd.adobe.photoshop',
    product: 'T-Shirt',
    report: 'What was read of the PSD',
    file: layers,
  },
  {
    name: 'From a phone.heic',
    type: 'image/heic',
    product: 'Tote Bag',
    report: 'How well it was measured',
    file: heic,
  },
])(
  '$name becomes a scene, its stages told, and a mockup is made on it',
  async ({ name, type, product, report, file }) => {
    await openUpload()
    await dialog.getByLabel('Product').selectOption(product)
    const photo = await file()
    const title = name.replace(/\.\w+$/, '')
    await holdAtMarkers(testServer, async () => {
      await pick(name, type, photo)
      await heading(title).waitFor()
      await heading('Measuring your file').waitFor()
    })
    await heading(report).waitFor({ timeout: MEASURED_WITHIN_MS })
    await page.getByRole('radio', { name: 'sunset club.png' }).check()
    await page.getByRole('img', { name: /^Preview: sunset club.png on a / }).waitFor()
    const before = await credits()
    await page.getByRole('button', { name: 'Make Mockup' }).click()
    const made = page.getByRole('list', { name: 'Made just now' })
    await made.getByRole('img', { name: `Mockup on ${title}` }).waitFor()
    expect(await credits()).toBe(before - 1)
  },
)

test('without credits nothing is ordered, and it is said where there are more', async () => {
  await db.creditEntry.create({
    data: { userId: user.id, amount: -(await credits()), bucket: 'topup', reason: 'support', idempotencyKey: 'none' },
  })
  await page.reload()
  await page.getByText('Out of Credits').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Make Mockup' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('main').getByRole('link', { name: 'Buy Credits' }).count()).toBe(1)
})

test('a scene is renamed and deleted by the keyboard alone; its mockups stay', async () => {
  await page.goto(`${url}/scenes`)
  const more = page.getByRole('button', { name: 'More for On the desk' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('menuitem', { name: 'Rename' }))
  await page.keyboard.press('Enter')
  const field = dialog.getByLabel('Name')
  await field.fill('  ')
  await dialog.getByText('Give the scene a name').waitFor()
  await field.fill('Morning desk')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const renamed = page.getByRole('button', { name: 'More for Morning desk' })
  await expectFocus(renamed)

  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Scene' })
  await question.getByText('Mockups made on it stay.').waitFor()
  await intercept(page, /scene\.remove/, (route) => route.abort())
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast.filter({ hasText: SCENE.deleteFailed }).waitFor()
  await page.unrouteAll()
  await question.getByRole('button', { name: 'Delete' }).click()
  await question.waitFor({ state: 'detached' })
  await renamed.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  await page.goto(`${url}/mockups`)
  await page
    .getByRole('button', { name: /^More for .*White Mug/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Its scene was deleted' }).waitFor()
})
