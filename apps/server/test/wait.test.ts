import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { end } from './processes.ts'

const testServer = await openTestServer({ GENERATION_WAIT_SECONDS: '0.3' })

const MUG = {
  product: 'mug',
  colour: 'mug-black',
  model_style: 'studio-product',
  background: 'neutral-gray',
  design_size: 'large',
}
const png = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#d22' } })
  .png()
  .toBuffer()

const [watchful, patient] = [new Client(testServer), new Client(testServer)]
const designs = new Map<Client, string>()

// Their designs are there; whoever made them is gone when the orders come.
beforeAll(async () => {
  for (const seller of [watchful, patient]) {
    await seller.register(`${seller === patient ? 'patient' : 'watchful'}@example.com`)
    designs.set(seller, (await (await seller.upload(png)).json()).id)
  }
  await end(await testServer.needWorker())
})

it('tells who watches already of an order that nobody has begun', async () => {
  const [seller, id] = [watchful, designs.get(watchful)]
  const { body } = await seller.fetch('/api/trpc/generation.watch', { headers: { accept: 'text/event-stream' } })
  const heard = body!.pipeThrough(new TextDecoderStream()).getReader()
  let words = ''
  const hear = async (wanted: string) => {
    while (!words.includes(wanted)) words += (await heard.read()).value
  }
  // A page opens a stream anew that says nothing for so long.
  await hear('"reconnectAfterInactivityMs":55000')
  await hear('data: []')
  await seller.fetch('/api/generate-mockup', { json: { ...MUG, design_id: id } })
  await hear('"status":"queued"')
  await heard.cancel()
  const [order] = await (
    await seller.fetch('/api/trpc/generation.active')
  )
    .json<{ result: { data: { id: string }[] } }>()
    .then(({ result }) => result.data)
  await seller.fetch('/api/trpc/generation.cancel', { json: { id: order?.id } })
})

it('answers 202 after the wait limit, and the mockup appears when a worker comes', async () => {
  const [seller, id] = [patient, designs.get(patient)]
  const response = await seller.fetch('/api/generate-mockup', { json: { ...MUG, design_id: id } })
  expect([response.status, await response.json()]).toEqual([
    202,
    { generation_id: expect.any(String), status: 'queued' },
  ])

  const done = new Promise<void>((resolve) => {
    void seller
      .fetch('/api/trpc/generation.watch', { headers: { accept: 'text/event-stream' } })
      .then(async ({ body }) => {
        let hadOne = false
        for await (const chunk of body!) {
          const text = new TextDecoder().decode(chunk)
          if (text.includes('"status"')) hadOne = true
          if (hadOne && /data: \[\]/.test(text)) break
        }
        resolve()
      })
  })
  await testServer.startWorker()
  await done
  expect(await (await seller.fetch('/api/mockups')).json()).toMatchObject([
    { colour: 'mug-black', background: 'neutral-gray' },
  ])
  expect((await seller.fetch('/readyz')).status).toBe(200)
})
