const { PRINTROOM_URL: url, PRINTROOM_API_KEY: key, DESIGN: design } = process.env
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const post = (path, body, more) =>
  fetch(url + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
const scenes = [{ style: 'studio-product', background: 'off-white' }]
const plan = { designIds: [design], products: [{ product: 'mug', colours: ['mug-black', 'mug-green'], scenes }] }
const { credits, missing } = await (await post('/api/batches/estimate', plan)).json()
if (missing > 0) throw new Error(`${missing} credits are missing`)
let batch = await (await post('/api/batches', plan, { 'idempotency-key': 'autumn' })).json()
while (batch.counts.waiting + batch.counts.under_way > 0) {
  await new Promise((resolve) => setTimeout(resolve, 1000))
  batch = await (await fetch(`${url}/api/batches/${batch.id}`, { headers })).json()
}
console.log(`${credits} credits, ${batch.counts.done} done, ${batch.counts.failed} failed`)
