import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { signUp } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { url } = testServer
const { page, problems } = await openPage()

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

const isPrimary = (name: string) =>
  page
    .getByRole('main')
    .getByRole('link', { name })
    .evaluate((link) => getComputedStyle(link).backgroundColor)

test.each([
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
])('at $width x $height a newcomer has three designs in one press, and the dashboard leads on', async (size) => {
  await page.setViewportSize(size)
  const { id: userId } = await signUp(page, testServer, `new-${size.width}@example.com`)
  await page.goto(`${url}/dashboard`)
  await page.getByText('Getting Started').waitFor()
  const [upload, generate] = [await isPrimary('Upload New Design'), await isPrimary('Generate Mockup')]
  expect(upload).not.toBe(generate)

  await page.getByRole('link', { name: 'See examples' }).click()
  await page.getByRole('heading', { name: 'Try it on' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()

  await page.getByRole('button', { name: 'Try three samples' }).click()
  await page.getByText('Getting Started').waitFor({ state: 'detached' })
  // Now there is something to generate from, and that is what the dashboard leads to.
  await expect.poll(() => isPrimary('Generate Mockup')).toBe(upload)
  await expect.poll(() => isPrimary('Upload New Design')).toBe(generate)
  const designs = await testServer.db.design.findMany({ where: { userId }, select: { filename: true } })
  expect(designs.map(({ filename }) => filename).sort()).toEqual([
    'night whale.png',
    'pinewood trail.png',
    'room to wander.png',
  ])
  await page.getByRole('main').getByRole('link', { name: 'Generate Mockup' }).click()
  await page.getByRole('radio', { name: 'night whale.png' }).waitFor()
})
