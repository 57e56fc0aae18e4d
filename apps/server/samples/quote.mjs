const { PRINTROOM_URL, PRINTROOM_API_KEY, DESIGN } = process.env
const ask = async (path, body) => {
  const headers = { authorization: `Bearer ${PRINTROOM_API_KEY}`, 'content-type': 'application/json' }
  const answer = await fetch(PRINTROOM_URL + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json()
}
const mug = {
  design_id: DESIGN,
  product: 'mug',
  model_style: 'studio-product',
  background: 'off-white',
  design_size: 'small',
}
const { credits, orders } = await ask('/api/quote', {
  orders: [
    { ...mug, colour: 'mug-teal' },
    { ...mug, colour: 'plaid' },
  ],
})
console.log(credits, orders[1].error.error)
const refused = await ask('/api/generate-mockup', { ...mug, colour: 'plaid', dry_run: true })
console.log(refused.code)
