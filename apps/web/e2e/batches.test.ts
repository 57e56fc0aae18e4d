import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, setCredits, signUp, uploadDesign } from './seed.ts'
import { readZip } from './zip.ts'

// A seller with a folder of designs: a grid, one press, and the pictures as they come.

const testServer = await openTestServer()
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
for (const [at, name] of ['sun', 'sea', 'sky'].entries())
  await uploadDesign(page, testServer, `${name}.png`, await drawSun(at))
await setCredits(testServer, user.id, 30)

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

const choose = (name: string | RegExp) => page.getByRole('checkbox', { name, exact: true }).check()

test('a grid is chosen, ordered with one press, survives a reload, and comes as one zip', async () => {
  await page.goto(`${testServer.url}/batches`)
  await page.getByRole('heading', { name: 'No batches yet' }).waitFor()
  await page.getByRole('link', { name: 'New Batch' }).click()
  await page.getByText('Choose the designs.').waitFor()
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.getByText('3 designs chosen.').waitFor()
  await page.getByRole('button', { name: 'Add Mug' }).click()
  await page.getByText('Choose a color for each product.').waitFor()
  await page.getByRole('checkbox', { name: 'White', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Black', exact: true }).click()
  await choose('Studio Product, Off-White')
  await page.getByLabel('Name (optional)').fill('Autumn')
  const order = page.getByRole('button', { name: 'Order 6 Mockups' })
  await order.waitFor()

  // What is planned outlives a reload.
  await page.reload()
  await page.getByText('3 designs chosen.').waitFor()
  await order.click()
  await page.getByRole('heading', { name: 'Autumn' }).waitFor()
  await page.reload()
  await page.getByText('6 of 6 done').waitFor()
  const tiles = page.getByRole('list', { name: 'Mockups' }).getByRole('listitem')
  await expect
    .poll(() => tiles.evaluateAll((all) => all.map((each) => each.dataset.state)))
    .toEqual(Array(6).fill('done'))
  expect((await testServer.db.user.findUniqueOrThrow({ where: { id: user.id } })).topupCredits).toBeGreaterThan(0)
  expect(await testServer.db.generation.count({ where: { userId: user.id } })).toBe(6)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download 6' }).click(),
  ])
  expect(
    [...readZip(await readFile(await download.path())).keys()].filter((name) => name.endsWith('.jpg')),
  ).toHaveLength(6)

  await page.getByRole('link', { name: 'Batches', exact: true }).first().click()
  await page.getByRole('link', { name: 'Autumn' }).waitFor()
  await page.getByText('Done', { exact: true }).waitFor()
})
