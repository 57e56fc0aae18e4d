import sharp from 'sharp'
import { expect, it } from 'vitest'
import { Visitor, openHouse } from './harness.ts'

const house = await openHouse({ GENERATION_WAIT_SECONDS: '0.3' })

it('answers 202 after the wait limit, and the mockup appears when a worker comes', async () => {
  const seller = await new Visitor(house).register('patient@example.com')
  const png = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#d22' } }).png().toBuffer()
  const { id } = await (await seller.upload(png)).json()
  const json = { design_id: id, product: 'mug', colour: 'mug-black', model_style: 'studio-product', background: 'neutral-gray', design_size: 'large' }
  const response = await seller.fetch('/api/generate-mockup', { json })
  expect([response.status, await response.json()]).toEqual([202, { generation_id: expect.any(String), status: 'queued' }])

  const done = new Promise<void>((resolve) => {
    void seller.fetch('/api/trpc/generation.watch', { headers: { accept: 'text/event-stream' } }).then(async ({ body }) => {
      let hadOne = false
      for await (const chunk of body!) {
        const text = new TextDecoder().decode(chunk)
        if (text.includes('"status"')) hadOne = true
        if (hadOne && /data: \[\]/.test(text)) break
      }
      resolve()
    })
  })
  await house.startWorker()
  await done
  expect(await (await seller.fetch('/api/mockups')).json()).toMatchObject([{ colour: 'mug-black', background: 'neutral-gray' }])
  expect((await seller.fetch('/readyz')).status).toBe(200)
})
