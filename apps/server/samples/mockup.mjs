import { openAsBlob } from 'node:fs'
const { PRINTROOM_URL: url, PRINTROOM_API_KEY: key } = process.env
const headers = { authorization: `Bearer ${key}` }
const form = new FormData()
form.set('design', await openAsBlob('design.png', { type: 'image/png' }), 'design.png')
const design = await (await fetch(`${url}/api/designs`, { method: 'POST', headers, body: form })).json()
const choices = { product: 'mug', colour: 'mug-navy', model_style: 'lifestyle-use', background: 'kitchen-interior' }
const order = JSON.stringify({ design_id: design.id, design_size: 'medium', ...choices })
const body = new Blob([order], { type: 'application/json' })
console.log(await (await fetch(`${url}/api/generate-mockup`, { method: 'POST', headers, body })).json())
