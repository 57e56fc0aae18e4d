import { afterEach, expect, test } from 'vitest'
import { expectFocus, hold, intercept, openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { url } = testServer
const { page, problems } = await openPage()
await signUp(page, testServer, 'maya@example.com')
const png = await drawSun()
const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const dialog = page.getByRole('dialog')
const UPLOADS = '**/api/designs'

afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

/** Drops files on the dialog's zone as a file manager would. */
async function drop(...files: { name: string; type: string; bytes: number[] }[]): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer()
    for (const { name, type, bytes } of given) data.items.add(new File([new Uint8Array(bytes)], name, { type }))
    return data
  }, files)
  for (const event of ['dragenter', 'dragover', 'drop'])
    await dialog
      .getByRole('button', { name: /Drop your PNG here|Let go to upload/ })
      .dispatchEvent(event, { dataTransfer: transfer })
}

const sunset = { name: 'sunset club.png', type: 'image/png', bytes: [...png] }

async function openUpload(): Promise<void> {
  await page.goto(`${url}/designs`)
  await page.getByRole('button', { name: /^Upload (Your First )?Design$/ }).click()
  await dialog.waitFor()
}

test('while designs load there are 8 skeleton cards, and what does not load says so and can be tried again', async () => {
  let isDown = true
  await intercept(page, /design\.list/, async (route) => (isDown ? route.abort() : route.continue()))
  await page.goto(`${url}/designs`)
  await page.getByText('We could not load your designs.').waitFor()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No designs yet').waitFor()

  await page.unrouteAll()
  const release = await hold(page, /design\.list/)
  await page.goto(`${url}/designs`)
  await page.getByRole('status', { name: 'Loading designs' }).waitFor()
  await expect.poll(() => page.getByTestId('design-skeleton').count()).toBe(8)
  release()
  await page.getByText('No designs yet').waitFor()
})

test('what cannot be a design is refused with a sentence', async () => {
  await openUpload()
  await drop({ name: 'photo.jpg', type: 'image/jpeg', bytes: [1, 2, 3] })
  await toast.filter({ hasText: 'Only PNG files are allowed' }).waitFor()
  await drop(sunset, sunset)
  await toast.filter({ hasText: 'one file at a time' }).waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024) })
  await toast.filter({ hasText: 'File size must be less than 10MB' }).waitFor()
  await expect.poll(() => dialog.isVisible()).toBe(true)
})

test.each([
  ['a status without a sentence', 'Upload failed with status 500', { status: 500, body: 'oops' }],
  [
    "the server's sentence",
    'This PNG could not be read.',
    { status: 422, body: '{"error":"This PNG could not be read."}' },
  ],
  ['an answer that is no design', 'Invalid response format', { status: 201, body: '<html></html>' }],
])('an upload that fails by %s says “%s” and starts over', async (_, words, answer) => {
  await openUpload()
  await intercept(page, UPLOADS, (route) => route.fulfill(answer))
  await drop(sunset)
  await toast.filter({ hasText: words }).waitFor()
  await page.getByText('Drop your PNG here').waitFor()
})

test('an upload that is cut off, or takes longer than 30 s, says so', async () => {
  await openUpload()
  await intercept(page, UPLOADS, (route) => route.abort())
  await drop(sunset)
  await toast.filter({ hasText: /^Error\s*Upload failed$/ }).waitFor()
  const limits = await page.evaluateHandle(() => {
    const seen: number[] = []
    XMLHttpRequest.prototype.send = function send() {
      seen.push(this.timeout)
      this.dispatchEvent(new ProgressEvent('timeout'))
    }
    return seen
  })
  await drop(sunset)
  await toast.filter({ hasText: 'Upload timeout' }).waitFor()
  expect(await limits.jsonValue()).toEqual([30_000])
})

test('cards stand newest first, each with its name, its date and the way to the wizard', async () => {
  await uploadDesign(page, testServer, 'sunset club.png', png)
  const { id } = await uploadDesign(page, testServer, 'night ferry.png', await drawSun(1))
  await page.goto(`${url}/designs`)
  const cards = page.getByRole('main').getByRole('listitem')
  await cards.nth(1).waitFor()
  await expect.poll(() => cards.nth(0).textContent()).toContain('night ferry.png')
  await expect.poll(() => cards.nth(1).textContent()).toContain('sunset club.png')
  await expect.poll(() => cards.nth(0).locator('time').textContent()).toMatch(/\d{4}, \d{1,2}:\d{2}/)
  await expect
    .poll(() => cards.nth(0).getByRole('link', { name: 'Generate' }).getAttribute('href'))
    .toBe(`/generate?designId=${id}`)
  await page.getByRole('button', { name: 'Preview night ferry.png' }).click()
  await dialog.getByRole('link', { name: 'Generate Mockup' }).click()
  await page.getByText('Step 2 of 6').waitFor()
})

test('renaming refuses what is no filename, keeps what was typed and gives the focus back', async () => {
  await page.goto(`${url}/designs`)
  const more = page.getByRole('button', { name: 'More for night ferry.png' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('menuitem', { name: 'Rename' }))
  await page.keyboard.press('Enter')
  const field = dialog.getByLabel('Filename')
  const save = dialog.getByRole('button', { name: 'Save' })
  await field.fill('   ')
  await expect.poll(() => save.isDisabled()).toBe(true)
  await dialog.getByText('Filename cannot be empty').waitFor()
  for (const [name, words] of [
    ['night', 'Filename must end with .png'],
    [`${'n'.repeat(252)}.png`, 'Filename is too long (maximum 255 characters)'],
  ] as const) {
    await field.fill(name)
    await save.click()
    await dialog.getByText(words).waitFor()
    await expect.poll(() => field.inputValue()).toBe(name)
  }
  await intercept(page, /design\.rename/, (route) => route.abort())
  await field.fill('night boat.png')
  await save.click()
  await toast.filter({ hasText: 'Failed to rename design' }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('night boat.png')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(more)

  await page.unrouteAll()
  await more.click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await field.fill('  night boat.png ')
  await save.click()
  await page.getByText('night boat.png', { exact: true }).waitFor()
})

test('deleting asks first, and the focus goes on to the heading of what is left', async () => {
  await page.goto(`${url}/designs`)
  const more = page.getByRole('button', { name: 'More for night boat.png' })
  const question = page.getByRole('alertdialog', { name: 'Delete Design' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await intercept(page, /design\.remove/, (route) => route.abort())
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast.filter({ hasText: 'Failed to delete design' }).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await expectFocus(more)

  await page.unrouteAll()
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await question.waitFor({ state: 'detached' }) // while it is open, the list behind it counts as hidden
  await more.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
})

test('a dropped PNG tells its way, and the dialog closes 1 second after the end', async () => {
  const release = await hold(page, UPLOADS)
  await page.clock.install()
  await openUpload()
  await drop({ ...sunset, name: 'harbour.png' })
  await dialog.getByText('Starting upload...').waitFor()
  await expect.poll(() => dialog.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe('0')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(true)
  // Held still: a slow machine must not live through the dialog's last second by itself.
  await page.clock.pauseAt(Date.now() + 500)
  release()
  await dialog.getByText('Complete!').waitFor()
  await page.clock.runFor(900)
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await page.clock.runFor(300)
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('img', { name: 'harbour.png' }).waitFor()
})
