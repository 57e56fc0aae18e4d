import { startReceiver } from '@printroom/config/src/webhook-receiver.ts'
import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { signUp } from './seed.ts'
import { openTestServer } from './test-server.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { page, problems } = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] })
await signUp(page, testServer, 'maya@example.com')
const { url, received, answer } = await startReceiver()

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const dialog = page.getByRole('dialog')
const row = page.getByRole('list', { name: 'Webhook endpoints' }).getByRole('listitem')

test('an endpoint is added, tested, asked again after a failure, given a new secret, switched off and removed', async () => {
  await page.goto(`${testServer.url}/account`)
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByLabel('credits.low').uncheck()
  await dialog.getByRole('button', { name: 'Add Endpoint' }).click()
  const secret = await dialog.getByTestId('webhook-secret').innerText()
  expect(secret).toMatch(/^whsec_[\w+/=]{44}$/)
  await page.bringToFront() // the clipboard is for the page that has the focus
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await toast.filter({ hasText: 'Secret copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await row.filter({ hasText: url }).getByText('3 events').waitFor()

  await row.getByRole('button', { name: `Messages: ${url}` }).click()
  await dialog.getByText('Nothing has happened yet.').waitFor()
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await dialog.getByText(/Your server took it with 200 after \d+ ms/).waitFor()
  expect(received).toHaveLength(1)
  answer.status = 410
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await dialog.getByText('Your server answered 410').waitFor()
  const messages = dialog.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await messages.filter({ hasText: 'Failed' }).waitFor()
  answer.status = 200

  // One that has failed for good is sent again by its button.
  const endpoint = await testServer.db.webhookEndpoint.findFirstOrThrow()
  const { id: userId } = await testServer.db.user.findFirstOrThrow()
  const event = await testServer.db.webhookEvent.create({
    data: { userId, type: 'mockup.completed', key: 'k', payload: { type: 'mockup.completed' } },
  })
  await testServer.db.webhookDelivery.create({
    data: { userId, endpointId: endpoint.id, eventId: event.id, status: 'failed', nextAttemptAt: null },
  })
  await dialog.getByRole('button', { name: 'Refresh' }).click()
  await dialog.getByRole('button', { name: /^Send again: mockup.completed/ }).click()
  await expect.poll(() => received.map(({ headers }) => headers['webhook-id']), { timeout: 60_000 }).toContain(event.id)
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: `Edit: ${url}` }).click()
  await dialog.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByText('The secret before works for 24 hours more.').waitFor()
  await expect.poll(() => dialog.getByTestId('webhook-secret').innerText()).not.toBe(secret)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await row.getByRole('button', { name: `Edit: ${url}` }).click()
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await dialog.getByRole('button', { name: 'Switch on' }).waitFor()
  await page.keyboard.press('Escape') // behind a dialog nothing has a role
  await row.getByText('Off', { exact: true }).waitFor()
  await row.getByRole('button', { name: `Edit: ${url}` }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New endpoint' }).waitFor()
  await row.waitFor({ state: 'detached' })
  expect(await testServer.db.webhookDelivery.count()).toBe(0)
})
