import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, failOrder, setCredits, signUp, uploadDesign } from './seed.ts'

// What a plan says before it is ordered, and what can be done while nothing of it is begun: no worker makes pictures here.

const testServer = await openTestServer({ worker: 'uploads' })
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const { page, problems } = await openPage(phone)
const user = await signUp(page, testServer, 'maya@example.com')
for (const [at, name] of ['sun', 'sea'].entries())
  await uploadDesign(page, testServer, `${name}.png`, await drawSun(at))

afterEach(() => {
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

const openPlan = async (): Promise<void> => {
  await page.goto(`${testServer.url}/batches`)
  await page.evaluate(() => sessionStorage.removeItem('batch-plan'))
  await page.goto(`${testServer.url}/batches/new`)
  await page.getByRole('checkbox', { name: 'sun.png' }).waitFor()
}
const csv = (...lines: string[]) => ({
  name: 'autumn.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['file,product,colour,scene,title', ...lines].join('\n')),
})
const balance = async (): Promise<number> => {
  const { planCredits, topupCredits } = await testServer.db.user.findUniqueOrThrow({ where: { id: user.id } })
  return planCredits + topupCredits
}

test('a CSV is checked line by line, and what is right is ordered; what is not begun is canceled, and its credits come back', async () => {
  await setCredits(testServer, user.id, 10)
  await openPlan()
  const file = page.getByLabel('CSV file')
  await file.setInputFiles(
    csv('sun.png,Mug,White,Studio Product / Off-White,', 'moon.png,Mug,White,Studio Product / Off-White,'),
  )
  await page.getByText(/line 3/i).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Order/ }).isDisabled()).toBe(true)
  await file.setInputFiles(
    csv('sun.png,Mug,White,Studio Product / Off-White,Sun mug', 'sea.png,Mug,Black,Studio Product / White Studio,'),
  )
  // On a phone what it comes to is in sight where one chooses, and leads to the order.
  await page.getByText('2 mockups, 2 credits').waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Order 2 Mockups' }).click()
  await page.getByText('0 of 2 done, 2 to come').waitFor()
  await page.getByText('Sun mug').waitFor()
  expect(await balance()).toBe(8)

  await page.getByRole('button', { name: 'Cancel the rest' }).click()
  await page.getByRole('button', { name: 'Cancel 2 mockups' }).click()
  await page.getByText('0 of 2 done, 2 canceled').waitFor()
  expect(await balance()).toBe(10)
  await expect.poll(() => page.getByRole('button', { name: 'Cancel the rest' }).count()).toBe(0)
})

test('what fails says why, gives its credit back, and is ordered again with one press', async () => {
  await setCredits(testServer, user.id, 10)
  await openPlan()
  await page
    .getByLabel('CSV file')
    .setInputFiles(
      csv('sun.png,Mug,White,Studio Product / Off-White,', 'sea.png,Mug,White,Studio Product / Off-White,'),
    )
  await page.getByRole('button', { name: 'Order 2 Mockups' }).click()
  await page.getByText('0 of 2 done, 2 to come').waitFor()
  const [first] = await testServer.db.generation.findMany({
    where: { userId: user.id, status: 'queued' },
    orderBy: { batchPlace: 'asc' },
  })
  await failOrder(testServer, first?.id ?? '', 'The lamp broke. The credit is back.')
  await page.getByText('0 of 2 done, 1 failed, 1 to come').waitFor()
  const tile = page.getByRole('list', { name: 'Mockups' }).getByRole('listitem').first()
  await tile.getByText('The lamp broke. The credit is back.').waitFor()
  await tile.getByText('sun.png').waitFor()
  expect(await balance()).toBe(9)
  await page.getByRole('button', { name: 'Retry 1 failed' }).click()
  await page.getByText('0 of 2 done, 2 to come').waitFor()
  await tile.getByText('In line').waitFor()
  expect(await balance()).toBe(8)
})

test('credits that do not reach are told beside the button, with the count that works and the way to more', async () => {
  await setCredits(testServer, user.id, 1)
  await openPlan()
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.getByRole('button', { name: 'Add Tote Bag' }).click()
  await page.getByRole('checkbox', { name: 'Natural', exact: true }).click()
  await page
    .getByRole('checkbox', { name: /^Flat Lay/ })
    .first()
    .check()
  const order = page.getByRole('button', { name: 'Order 2 Mockups' })
  await order.waitFor()
  const before = await testServer.db.batch.count()
  await page.getByText('Your 1 credit is enough for 1 mockup.').waitFor()
  await expect.poll(() => order.getAttribute('aria-disabled')).toBe('true')
  await order.click({ force: true })
  await page.getByText('Insufficient Credits').first().waitFor()
  expect(await testServer.db.batch.count()).toBe(before)
  await page.getByRole('link', { name: 'Buy Credits' }).first().click()
  await page.waitForURL('**/pricing')
})

test('colors that another base model does not come in are named, and left out with one press', async () => {
  await openPlan()
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.getByRole('button', { name: 'Add T-Shirt' }).click()
  const models = page.getByRole('radiogroup', { name: 'Base model' }).getByRole('radio')
  const swatches = page.getByRole('group', { name: 'Color' }).getByRole('checkbox')
  const valuesOf = () => swatches.evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.colour ?? ''))
  await swatches.first().waitFor()
  const first = await valuesOf()
  await models.nth(1).check()
  await page.getByRole('button', { name: /^Show all/ }).click()
  const second = new Set(await valuesOf())
  await models.nth(0).check()
  const only = first.find((value) => !second.has(value))
  const both = first.find((value) => second.has(value))
  await page.locator(`[data-colour="${only}"]`).click()
  await page.locator(`[data-colour="${both}"]`).click()
  await page
    .getByRole('checkbox', { name: /^Flat Lay/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Order 4 Mockups' }).waitFor()
  await models.nth(1).check()
  await page.getByText(/does not come in/).waitFor()
  await page.getByText('One thing cannot be made').waitFor()
  await page.getByRole('button', { name: 'Leave them out' }).click()
  await page.getByRole('button', { name: 'Order 2 Mockups' }).waitFor()
  await expect.poll(() => page.getByText(/does not come in/).count()).toBe(0)
})

test('another seller’s batch, and one that never was, are not here', async () => {
  const [batch] = await testServer.db.batch.findMany({ where: { userId: user.id } })
  const other = await openPage(phone)
  await signUp(other.page, testServer, 'other@example.com')
  for (const id of [batch?.id, '0192a3b4-0000-7000-8000-000000000000']) {
    await other.page.goto(`${testServer.url}/batches/${id}`)
    await other.page.getByRole('heading', { name: 'This batch is not here' }).waitFor()
  }
  const unknown = await other.page.request.get(`${testServer.url}/batches/of-nobody`)
  expect(unknown.status()).toBe(404)
})
