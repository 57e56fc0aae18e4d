import { createHmac } from 'node:crypto'
import { startSandbox } from '@printroom/core/testing/sandbox'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { openTestServer, Client } from './harness.ts'

const sandbox = await startSandbox()
const testServer = await openTestServer({ ENGINE: 'replicate', SANDBOX_URL: sandbox })
testServer.env.PUBLIC_URL = testServer.url // where the model's maker is told to call back

const webhooks = () => testServer.context.db.providerWebhook.count()
const post = (headers: Record<string, string>, body: string) =>
  fetch(`${testServer.url}/api/webhooks/replicate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
const secretOf = async () => {
  const response = await fetch(`${sandbox}/replicate/v1/webhooks/default/secret`, {
    headers: { authorization: 'Bearer x' },
  })
  return Buffer.from(((await response.json()) as { key: string }).key.replace('whsec_', ''), 'base64')
}

it('a picture of the hosted model’s is told of by a signed webhook, once, checked, and shown with its fidelity', async () => {
  const seller = await new Client(testServer).register('model@example.com')
  const star = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><path d="M300 20l80 200h200l-160 130 60 210-180-130-180 130 60-210L20 220h200z" fill="#d22"/></svg>',
  )
  const design = await (await seller.upload(await sharp(star).png().toBuffer())).json()
  const { credits } = await (await seller.fetch('/api/user')).json()
  await testServer.startWorker()
  const json = {
    design_id: design.id,
    product: 'mug',
    colour: 'mug-white',
    model_style: 'studio-product',
    background: 'off-white',
    design_size: 'large',
  }
  const mockup = await (
    await seller.fetch('/api/generate-mockup', { json, headers: { 'x-debug-mode': 'true' } })
  ).json()
  const { mockupData } = JSON.parse(mockup.debug_info!) as { mockupData: { engine: string; prediction: string } }
  expect(mockupData).toMatchObject({ engine: 'replicate', fidelity: { path: 'model', score: mockup.print_fidelity } })
  expect(mockup.print_fidelity).toBeGreaterThan(90)
  expect(await webhooks()).toBe(1)

  // Its maker repeats it, under its id and under another, and somebody else tries to send one.
  const body = JSON.stringify({ id: mockupData.prediction, status: 'failed' })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = `v1,${createHmac('sha256', await secretOf())
    .update(`msg_1.${timestamp}.${body}`)
    .digest('base64')}`
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  const statuses = [
    await post(headers, body),
    await post(headers, body),
    await post(headers, body.replace('failed', 'aborted')),
    await post({}, body),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 400, 400])
  expect(await webhooks()).toBe(2)
  expect(await (await seller.fetch('/api/mockups')).json()).toMatchObject([
    { id: mockup.id, print_fidelity: mockup.print_fidelity },
  ])
  expect((await (await seller.fetch('/api/user')).json()).credits).toBe(credits - 1)
})
