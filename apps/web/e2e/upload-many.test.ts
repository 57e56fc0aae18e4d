import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, expect, test } from 'vitest'
import { intercept, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, signUp } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
// Small: what comes of a file's pixels is no matter here, and there are some sixty.
const png = await sharp(await drawSun())
  .resize(64)
  .png()
  .toBuffer()
const folder = await mkdtemp(join(tmpdir(), 'printroom-designs-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

const UPLOADS = '**/api/designs'
const dialog = page.getByRole('dialog', { name: 'Upload Many' })
const rows = dialog.getByRole('list', { name: 'Uploads' }).getByRole('listitem')
const named = (at: number) => ({ name: `sun ${at}.png`, mimeType: 'image/png', buffer: png })
const countDesigns = () => testServer.db.design.count({ where: { userId: user.id } })

async function openMany(): Promise<void> {
  await page.goto(`${testServer.url}/designs`)
  await page.getByRole('button', { name: 'Upload Many' }).click()
  await dialog.waitFor()
}

test('40 files come up a few at a time, and go on while the dialog is closed', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openMany()
  let [open, most] = [0, 0]
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await intercept(page, UPLOADS, async (route) => {
    most = Math.max(most, ++open)
    // The last waits until the dialog is open again: forty may be up before a busy browser has closed it.
    if (route.request().postDataBuffer()?.includes('sun 39.png')) await released
    const answer = await route.fetch()
    open -= 1
    await route.fulfill({ response: answer })
  })
  await dialog.getByLabel('Design files').setInputFiles(Array.from({ length: 40 }, (_, at) => named(at)))
  await expect.poll(() => rows.count()).toBe(40)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: /^Uploading \d+ of 40$/ }).click()
  await dialog.waitFor()
  release()
  await dialog.getByText('40 of 40 uploaded').waitFor()
  expect(most).toBe(3)
  expect(await countDesigns()).toBe(40)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('img', { name: 'sun 39.png' }).waitFor()
})

test.each([375, 1440])(
  'at %i px one that fails says why and is sent again; what is no PNG is refused',
  async (width) => {
    await page.setViewportSize({ width, height: 812 })
    await openMany()
    const before = await countDesigns()
    let isDown = true
    await intercept(page, UPLOADS, (route) =>
      isDown && route.request().postDataBuffer()?.includes('sun 1.png') ? route.abort() : route.continue(),
    )
    await dialog
      .getByLabel('Design files')
      .setInputFiles([named(0), named(1), { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no PNG') }])
    await dialog.getByText('1 of 3 uploaded, 2 failed').waitFor()
    const failed = rows.filter({ hasText: 'sun 1.png' })
    await failed.getByText('Upload failed').waitFor()
    // The server has looked into it: the same file again would be refused again.
    await expect.poll(() => rows.filter({ hasText: 'broken.png' }).getByRole('button').count()).toBe(0)
    isDown = false
    await failed.getByRole('button', { name: 'Retry sun 1.png' }).click()
    await dialog.getByText('2 of 3 uploaded, 1 failed').waitFor()
    expect(await countDesigns()).toBe(before + 2)
    await dialog.getByRole('button', { name: 'Done' }).click()
  },
)

test('of a folder the PNGs are taken; a server that asks for a pause gets one, and the rest comes up by itself', async () => {
  for (const name of ['one.png', 'two.png', 'three.png', 'four.png']) await writeFile(join(folder, name), png)
  await writeFile(join(folder, 'notes.txt'), 'not a design')
  await openMany()
  const before = await countDesigns()
  let isFull = true
  await intercept(page, UPLOADS, async (route) => {
    if (!isFull) return route.continue()
    isFull = false
    await route.fulfill({ status: 429, headers: { 'retry-after': '1' }, body: '{"error":"Too many requests."}' })
  })
  await dialog.getByLabel('Design folder').setInputFiles(folder)
  await dialog.getByText('1 file left out: only PNG files are allowed.').waitFor()
  await dialog.getByText('4 of 4 uploaded').waitFor()
  expect(await countDesigns()).toBe(before + 4)
})

test('files dropped together are all taken', async () => {
  await openMany()
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer()
      for (const name of ['left.png', 'right.png'])
        data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
      return data
    },
    [...png],
  )
  for (const event of ['dragenter', 'dragover', 'drop'])
    await dialog.getByTestId('many-dropzone').dispatchEvent(event, { dataTransfer: transfer })
  await dialog.getByText('2 of 2 uploaded').waitFor()
})
