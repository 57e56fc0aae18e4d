/*
 * Time from click to picture, against a running Printroom: `pnpm --filter @printroom/server bench:journey http://127.0.0.1:3000`.
 * Registers a seller, uploads a 3000 × 3000 design and asks for 1 and for 8 mockups as the browser does. The bare part
 * in the same run is `GET /healthz`: what a request costs that does nothing.
 */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'

const address = process.argv[2] ?? 'http://127.0.0.1:3000'
let cookie = ''

async function call(path: string, body?: unknown): Promise<{ id: string }> {
  const isForm = body instanceof FormData
  const response = await fetch(address + path, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    body: isForm ? body : body ? JSON.stringify(body) : undefined,
  })
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: string }
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  console.log(`${what.padEnd(44)} ${((performance.now() - start) / 1000).toFixed(2)} s`)
}

await call('/api/auth/register', { email: `${randomUUID()}@example.com` })
const design = await sharp({ create: { width: 3000, height: 3000, channels: 4, background: '#00000000' } })
  .composite([
    {
      input: Buffer.from(
        '<svg width="3000" height="3000"><circle cx="1500" cy="1500" r="1300" fill="#e4572e"/><text x="1500" y="1620" font-size="420" text-anchor="middle" fill="#fff">SUNSET</text></svg>',
      ),
    },
  ])
  .png()
  .toBuffer()
const form = new FormData()
form.set('design', new File([new Uint8Array(design)], 'bench.png', { type: 'image/png' }))
let designId = ''
const order = (product: 't-shirt' | 'mug') => ({
  design_id: designId,
  design_size: 'medium',
  ...(product === 'mug'
    ? { product, colour: 'mug-navy', model_style: 'studio-product', background: 'white-studio' }
    : { product, product_model: 'gildan-64000', colour: 'navy', model_style: 'flat-lay', background: 'wood-texture' }),
})

await timed('GET /healthz', () => call('/healthz'))
await timed('upload of 3000 × 3000 px', async () => void (designId = (await call('/api/designs', form)).id))
await timed('1 mug, plates not in memory yet', () => call('/api/generate-mockup', order('mug')))
await timed('1 mug', () => call('/api/generate-mockup', order('mug')))
await timed('8 t-shirts, sent in parallel', () =>
  Promise.all(Array.from({ length: 8 }, () => call('/api/generate-mockup', order('t-shirt')))),
)
