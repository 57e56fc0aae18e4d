import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { COPIED } from './screen-steps.ts'
import { drawSun, moveOrders, signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads', settings: { GENERATION_WAIT_SECONDS: '600' } })
const { url } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
})

test('the time told is what pictures take at present, and shrinks with them', async () => {
  // The last picture took 40 seconds.
  await testServer.db.generation.create({
    data: {
      userId: user.id,
      designId: design.id,
      input: {},
      inputHash: 'before',
      seed: 1,
      engine: 'studio',
      status: 'done',
      idempotencyKey: 'before',
      startedAt: new Date(Date.now() - 100_000),
      finishedAt: new Date(Date.now() - 60_000),
    },
  })
  await page.goto(`${url}/generate?${COPIED}&regenerate=true&designId=${design.id}`)
  await page.getByRole('button', { name: 'Generate 1 Mockup' }).click()
  await page.getByText('0 of 1 done. About 2 minutes left; you can leave this page.').waitFor()
  await moveOrders(testServer, user, design, [50])
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByText('0 of 1 done. About 20 seconds left; you can leave this page.').waitFor()
  }
  await page.goto(`${url}/mockups`)
  await page.getByRole('region', { name: 'In the making' }).getByText('About 20 seconds left').waitFor()
})
