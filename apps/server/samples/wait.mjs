const { PRINTROOM_URL: url, PRINTROOM_API_KEY: key, DESIGN: design_id } = process.env
const headers = {
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  'idempotency-key': 'listing-1043',
}
const choices = { product: 'mug', colour: 'mug-red', model_style: 'studio-product', background: 'off-white' }
const body = JSON.stringify({ design_id, design_size: 'medium', ...choices })
// 202: it takes longer. The same order under the same key waits on, and costs nothing more.
for (let status = 202; status === 202;) {
  const answer = await fetch(`${url}/api/generate-mockup`, { method: 'POST', headers, body })
  status = answer.status
  const said = await answer.json()
  if (status === 200) console.log('done', said.file_url)
  else if (status !== 202) throw new Error(`${said.code}: ${said.error}`)
}
